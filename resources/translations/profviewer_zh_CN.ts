<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pv::app::Actions</name>
    <message>
        <source>&amp;Open...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open Exa&amp;mple Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;Image...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export Events as &amp;CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter &amp;Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Whole Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit &amp;Selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo &amp;View Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo View Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xpand All Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Collapse All Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;Hidden Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Minimap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of &amp;Day on the Ruler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore &amp;Default Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to &amp;Time...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next GPU &amp;Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous GPU Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next of This Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;revious of This Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Linked Event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add &amp;Note...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next Ta&amp;b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous &amp;Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About ProfViewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag; A, D</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in, zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W, S; +, -</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select an event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom to an event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click, Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a time range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Drag; middle button</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::app::MainWindow</name>
    <message>
        <source>Open reports</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reports and traces (*.rep *.nsys-rep *.sqlite *.json *.json.gz *.gz *.zst)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — ProfViewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row &amp;Layouts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all names (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Clear list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save rows as layout...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove all layouts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save rows as layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the layout:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time from the report&apos;s start (1.5s, 200ms, 1234us, or ns), or a range FROM..TO:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time. Write 1.5s, 200ms, 1234us or a number of ns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG image (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About ProfViewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows where the time of a GPU training run went: is the GPU working or waiting, and for what?

Free software under the GNU General Public License, version 3 or later. Its core and collector are under the MIT licence.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::app::MessagePage</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open another file...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::app::PanelDocks</name>
    <message>
        <source>Summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU idle gaps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No report is open.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::app::ShortcutsDialog</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::app::StartPage</name>
    <message>
        <source>Where did the time go?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a recording of a GPU training run: a ProfViewer report (.rep), an Nsight Systems report (.nsys-rep) or its SQLite export, a PyTorch profiler or Chrome trace (.json, .json.gz). Files are told apart by content.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open example report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can also drop files onto this window. To record a run: profviewer profile -o out python train.py</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::app::StatusLine</name>
    <message numerus="yes">
        <source>%n message(s), data lost</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show what capture and import left out, guessed or repaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cursor %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View %1 – %2 (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3 busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU busy %1 in view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs busy %1 in view (mean of %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of the shown time in which at least one stream of the GPU works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::ChartView</name>
    <message>
        <source>Could not write &apos;%1&apos;. Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::ChartsPanel</name>
    <message>
        <source>GPU time by category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel durations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save image...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from each GPU&apos;s first to its last work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected range: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU work here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernels here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2 in %3 calls, %4 of all kernel time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2 busy from %3 to %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kernels of %2 up to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG image (*.png);;SVG drawing (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::DetailsPanel</name>
    <message>
        <source>Zoom to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to partner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the selected event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click an event on the timeline or in a table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This event could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its part of the file is damaged. See Diagnostics.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy arguments as JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::DiagnosticsPanel</name>
    <message>
        <source>Warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was left out, guessed or repaired.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stable name of this kind of message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, from %2 to %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report is complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 messages of capture, import and reading, about %2 places. Figures that they touch are less certain.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::EventDetails</name>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Short name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mangled name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Static shared memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dynamic shared memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local memory per thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Executable graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Destination memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Destination device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Payload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Floating-point operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row in the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended by thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>push/pop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start/end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grid (blocks)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block (threads)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linked events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the first %1 are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From start to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::EventTableModel</name>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(damaged: could not be read)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>returned %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::EventsPanel</name>
    <message>
        <source>Selected row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which events are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In selected range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List only events that touch the selected time range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a part of a name: kernels, API calls, NVTX ranges, operators...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No events here. Choose a row of the timeline, or list all events.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first %1 of %2 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hit %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the first %1 of the selected rows; export to CSV for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied %1 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::ExportTable</name>
    <message>
        <source>Could not write &apos;%1&apos;: %2. Choose another place, or free some room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::GapsPanel</name>
    <message>
        <source>GPU idle gaps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No idle gap of 50 µs or more between the first and last work of a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU was in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of what the launching thread did meanwhile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of the gap that it covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gaps of 50 µs and more, %2 in all; the longest %3 are listed. G goes to the next one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gaps of 50 µs and more, %2 in all, by the union of each GPU&apos;s streams. G goes to the next one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::Job</name>
    <message>
        <source>Not enough memory for this. Close other reports, or choose a smaller range.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::Notes</name>
    <message>
        <source>Notes could not be kept in &apos;%1&apos;: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::NotesPanel</name>
    <message>
        <source>Add...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No notes yet. Select a range or an event and press M.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note for %1:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::RunSummary</name>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recorded by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, with %2 threads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::SqlPanel</name>
    <message>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the query (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SQL query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in Nsight Systems&apos; export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first %1 rows are shown; add a limit or a condition to see others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::StatisticsPanel</name>
    <message>
        <source>List the events of this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels, full names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory sets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other slices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is summed up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No such events here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This report has no events to sum up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the total time in this table; overlapping events count each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum of durations; of events that reach beyond the range only the part inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum over whole operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 events, %2 in total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, within the selected range of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, whole report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::SummaryPanel</name>
    <message>
        <source>No work was recorded on this GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1 from its first to its last work, all streams together</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n message(s), data was lost</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show what capture and import left out, guessed or repaired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heaviest kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2 in %3 calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares of %1 of kernel time (%2 kernels, overlapping ones counted each). Click: its longest call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::TableView</name>
    <message>
        <source>Show on the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy rows as tab-separated values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit widths to the window</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::Text</name>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA API call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS runtime call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU context switch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asynchronous slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API backtrace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory sets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA API calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synchronisations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory pool operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS runtime calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiler overheads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page faults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU context switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asynchronous slices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API backtraces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA API</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OS runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVTX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asynchronous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lost data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array to array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peer to peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unified memory, host to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unified memory, device to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unified memory, device to device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pageable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>managed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device, static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>managed, static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no duration in the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>still open at the end of the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no usable time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time cut to fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source damaged here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begin not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ends before it starts in the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pv::widgets::TimelineView</name>
    <message>
        <source>Unpin row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand row</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Show all %n rows</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show whole report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show hidden rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU idle
%1 from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no sample yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not closed: it was still open when the recording ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This report has no GPU work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No further idle gap of the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No earlier idle gap of the GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select an event first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No further event of this name in this row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more rows</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole report: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not write &apos;%1&apos;. Choose another folder or name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This event is linked to no other.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
