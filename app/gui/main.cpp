// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/appearance.h"
#include "app/gui/command_line.h"
#include "app/gui/icons.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshot.h"
#include "app/gui/single_instance.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace pv::app;

// Runs profcli in place of this program; returns only when that fails.
int runProfcli(char** argv)
{
    std::vector<char*> arguments;
    std::string name = "profcli";
    arguments.push_back(name.data());
    for (char** word = argv + 1; *word != nullptr; ++word) {
        arguments.push_back(*word);
    }
    arguments.push_back(nullptr);
    char self[PATH_MAX] = {};
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0) {
        std::string beside(self, static_cast<std::size_t>(length));
        beside = beside.substr(0, beside.rfind('/') + 1) + name;
        execv(beside.c_str(), arguments.data());
    }
    execvp(name.c_str(), arguments.data());
    std::fprintf(stderr, "profviewer: running 'profcli %s': %s. profcli belongs beside profviewer or in PATH; install it.\n", argv[1],
                 std::strerror(errno));
    return 1;
}

// A picture is made where the platform can't do all a desktop can; what it says about that helps nobody.
void onlyGraveMessages(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg) {
        std::fputs(qPrintable(text + QLatin1Char('\n')), stderr);
    }
}

void handleFiles(SingleInstance& instance, MainWindow& window)
{
    QObject::connect(&instance, &SingleInstance::filesReceived, &window, [&window](const QStringList& files) {
        window.openFiles(files);
        window.bringToFront();
    });
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && isSubcommand(QString::fromLocal8Bit(argv[1]))) {
        return runProfcli(argv);
    }
    QStringList words;
    for (int i = 1; i < argc; ++i) {
        words += QFile::decodeName(argv[i]);
    }
    const CommandLine line = parseCommandLine(words);
    if (!line.error.isEmpty()) {
        std::fputs(qPrintable(QStringLiteral("profviewer: %1\nTry: profviewer --help\n").arg(line.error)), stderr);
        return 2;
    }
    if (line.help) {
        std::fputs(qPrintable(commandLineHelp()), stdout);
        return 0;
    }
    if (line.version) {
        std::fputs("profviewer " PV_VERSION "\n", stdout);
        return 0;
    }
    const bool screenshot = !line.screenshot.isEmpty();
    if (screenshot) {
        qInstallMessageHandler(onlyGraveMessages);
    }
    // The same picture with a display and without one, and no window that flashes up.
    if (screenshot && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (!screenshot && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY") &&
        qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")) {
        std::fputs("profviewer: there is no display here. Render a picture with --screenshot OUT.png, or use profcli (profcli --help).\n",
                   stderr);
        return 1;
    }
    QCoreApplication::setOrganizationName(QStringLiteral("ProfViewer"));
    QCoreApplication::setApplicationName(QStringLiteral("profviewer"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PV_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("profviewer"));
    QTemporaryDir scratch; // settings of a picture are nobody's
    if (screenshot) {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.path());
    }
    QApplication app(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("ProfViewer"));
    QApplication::setWindowIcon(applicationIcon());

    SingleInstance instance;
    if (!screenshot && !line.newWindow) {
        QStringList files;
        for (const QString& file : line.files) {
            files += QFileInfo(file).absoluteFilePath();
        }
        if (instance.handOver(files)) {
            return 0;
        }
    }
    Appearance appearance;
    if (screenshot) {
        appearance.setLanguage(line.language.isEmpty() ? QStringLiteral("en") : line.language);
    } else {
        appearance.load();
        if (!line.language.isEmpty()) {
            appearance.setLanguage(line.language);
        }
    }
    ThemeChoice theme = screenshot ? ThemeChoice::light : appearance.themeChoice();
    Appearance::parseTheme(line.theme, theme);
    appearance.setThemeChoice(theme);

    MainWindow window(appearance, {.remembers = !screenshot});
    if (screenshot) {
        return takeScreenshot(window, line);
    }
    if (line.sizeGiven) {
        window.resize(line.size);
    }
    window.show();
    window.openFiles(line.files);
    if (line.range) {
        window.showRangeWhenReady(*line.range);
    }
    if (!line.newWindow && instance.listen()) {
        handleFiles(instance, window);
    }
    return QApplication::exec();
}
