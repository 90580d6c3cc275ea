// SPDX-License-Identifier: GPL-3.0-or-later
// The built window program, as a user starts it: good files give a picture, bad files a clear error and no crash.
#include <catch2/catch.hpp>

#include <QColor>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <ostream>

namespace {

struct Outcome {
    bool normal = false;
    int code = -1;
    QString errors;
};

Outcome start(const QTemporaryDir& home, const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("XDG_CACHE_HOME", home.filePath("cache"));
    environment.insert("XDG_CONFIG_HOME", home.filePath("config"));
    environment.insert("LC_ALL", "C.UTF-8");
    process.setProcessEnvironment(environment);
    process.start(PV_BIN_DIR "/profviewer", arguments);
    Outcome outcome;
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
        return outcome;
    }
    outcome.normal = process.exitStatus() == QProcess::NormalExit;
    outcome.code = process.exitCode();
    outcome.errors = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    REQUIRE(file.write(bytes) == bytes.size());
}

QByteArray example()
{
    QFile file(PV_SOURCE_DIR "/resources/example.rep");
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

} // namespace

TEST_CASE("window: the example report gives a picture in each theme, language and size", "[gui]")
{
    const QTemporaryDir home;
    const QString picture = home.filePath("window.png");
    QImage light;
    for (const QStringList& look :
         {QStringList{"--size", "1366x768", "--theme", "light"}, QStringList{"--size", "1366x768", "--theme", "dark"},
          QStringList{"--size", "2560x1440", "--theme", "dark", "--lang", "zh_CN"}}) {
        INFO(look.join(' ').toStdString());
        QFile::remove(picture);
        const Outcome outcome = start(home, QStringList{PV_SOURCE_DIR "/resources/example.rep", "--screenshot", picture} + look);
        INFO(outcome.errors.toStdString());
        REQUIRE(outcome.normal);
        CHECK(outcome.code == 0);
        const QImage image(picture);
        REQUIRE_FALSE(image.isNull());
        CHECK(QString("%1x%2").arg(image.width()).arg(image.height()) == look[1]);
        // The GPU's work is there: enough pixels that are clearly blue.
        qint64 blue = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor c = image.pixelColor(x, y);
                blue += c.blue() > 150 && c.blue() > c.red() + 80 ? 1 : 0;
            }
        }
        CHECK(blue > 1000);
        const int ground = image.pixelColor(image.width() / 2, image.height() - 8).lightness();
        CHECK((ground > 128) == look.contains("light"));
    }
}

TEST_CASE("window: a file that cannot be opened is named in an error, and the program ends with 1", "[gui]")
{
    const QTemporaryDir home;
    const QByteArray whole = example();
    write(home.filePath("empty.rep"), {});
    write(home.filePath("garbage.rep"), QByteArray(5000, '\x5a'));
    write(home.filePath("cut.rep"), whole.left(whole.size() / 3));
    REQUIRE(QDir(home.path()).mkdir("folder.rep"));
    for (const QString name : {"missing.rep", "empty.rep", "garbage.rep", "cut.rep", "folder.rep"}) {
        INFO(name.toStdString());
        const Outcome outcome = start(home, {home.filePath(name), "--screenshot", home.filePath("none.png")});
        INFO(outcome.errors.toStdString());
        CHECK(outcome.normal);
        CHECK(outcome.code == 1);
        CHECK(outcome.errors.contains(name));
        CHECK_FALSE(QFile::exists(home.filePath("none.png")));
    }
}

TEST_CASE("translations: every text has a Chinese one with the same placeholders", "[gui]")
{
    QFile file(PV_SOURCE_DIR "/resources/translations/profviewer_zh_CN.ts");
    REQUIRE(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString source;
    int texts = 0;
    auto placeholders = [](const QString& text) {
        QStringList found;
        for (int i = 0; i + 1 < text.size(); ++i) {
            if (text[i] == '%' && (text[i + 1].isDigit() || text[i + 1] == 'n')) {
                found += text.mid(i, 2);
            }
        }
        found.sort();
        return found.join(' ').toStdString();
    };
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) {
            continue;
        }
        if (xml.name() == QLatin1String("source")) {
            source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            INFO(source.toStdString());
            CHECK_FALSE(xml.attributes().hasAttribute("type"));
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            CHECK_FALSE(text.isEmpty());
            CHECK(placeholders(text) == placeholders(source));
            ++texts;
        }
    }
    CHECK_FALSE(xml.hasError());
    CHECK(texts > 400);
}
