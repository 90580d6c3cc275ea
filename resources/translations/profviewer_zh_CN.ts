<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pv::app::Actions</name>
    <message>
        <source>&amp;Open...</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open Exa&amp;mple Report</source>
        <translation>打开示例报告(&amp;M)</translation>
    </message>
    <message>
        <source>Export &amp;Image...</source>
        <translation>导出图像(&amp;I)…</translation>
    </message>
    <message>
        <source>Export Events as &amp;CSV...</source>
        <translation>将事件导出为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find...</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Filter &amp;Rows</source>
        <translation>筛选行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Whole Report</source>
        <translation>整个报告(&amp;W)</translation>
    </message>
    <message>
        <source>Fit &amp;Selection</source>
        <translation>适应选区(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Undo &amp;View Change</source>
        <translation>撤销视图更改(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Redo View Change</source>
        <translation>重做视图更改(&amp;R)</translation>
    </message>
    <message>
        <source>E&amp;xpand All Rows</source>
        <translation>展开所有行(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Collapse All Rows</source>
        <translation>折叠所有行(&amp;C)</translation>
    </message>
    <message>
        <source>Show &amp;Hidden Rows</source>
        <translation>显示隐藏的行(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Minimap</source>
        <translation>缩略图(&amp;M)</translation>
    </message>
    <message>
        <source>Time of &amp;Day on the Ruler</source>
        <translation>标尺显示时刻(&amp;D)</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Restore &amp;Default Layout</source>
        <translation>恢复默认布局(&amp;D)</translation>
    </message>
    <message>
        <source>Go to &amp;Time...</source>
        <translation>转到时间(&amp;T)…</translation>
    </message>
    <message>
        <source>Next GPU &amp;Gap</source>
        <translation>下一个 GPU 间隙(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Previous GPU Gap</source>
        <translation>上一个 GPU 间隙(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next of This Name</source>
        <translation>下一个同名事件(&amp;N)</translation>
    </message>
    <message>
        <source>P&amp;revious of This Name</source>
        <translation>上一个同名事件(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Linked Event</source>
        <translation>关联的事件(&amp;L)</translation>
    </message>
    <message>
        <source>Add &amp;Note...</source>
        <translation>添加笔记(&amp;N)…</translation>
    </message>
    <message>
        <source>Next Ta&amp;b</source>
        <translation>下一个标签页(&amp;B)</translation>
    </message>
    <message>
        <source>Previous &amp;Tab</source>
        <translation>上一个标签页(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About ProfViewer</source>
        <translation>关于 ProfViewer(&amp;A)</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 Qt(&amp;Q)</translation>
    </message>
    <message>
        <source>Moving in time</source>
        <translation>在时间中移动</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>在光标处缩放</translation>
    </message>
    <message>
        <source>Ctrl+Wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Scroll rows</source>
        <translation>滚动行</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Drag; A, D</source>
        <translation>拖动；A、D</translation>
    </message>
    <message>
        <source>Zoom in, zoom out</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>W, S; +, -</source>
        <translation>W、S；+、-</translation>
    </message>
    <message>
        <source>Selecting</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Select an event</source>
        <translation>选择一个事件</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Zoom to an event</source>
        <translation>缩放到一个事件</translation>
    </message>
    <message>
        <source>Double click, Enter</source>
        <translation>双击、Enter</translation>
    </message>
    <message>
        <source>Select a time range</source>
        <translation>选择一个时间区间</translation>
    </message>
    <message>
        <source>Shift+Drag; middle button</source>
        <translation>Shift+拖动；中键</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>pv::app::MainWindow</name>
    <message>
        <source>Open reports</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>Reports and traces (*.rep *.nsys-rep *.sqlite *.json *.json.gz *.gz *.zst)</source>
        <translation>报告和跟踪 (*.rep *.nsys-rep *.sqlite *.json *.json.gz *.gz *.zst)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 — ProfViewer</source>
        <translation>%1 — ProfViewer</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Row &amp;Layouts</source>
        <translation>行布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Search all names (Ctrl+F)</source>
        <translation>搜索所有名称 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search all names</source>
        <translation>搜索所有名称</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>没有最近的文件</translation>
    </message>
    <message>
        <source>&amp;Clear list</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save rows as layout...</source>
        <translation>将行保存为布局(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Remove all layouts</source>
        <translation>移除所有布局(&amp;R)</translation>
    </message>
    <message>
        <source>Save rows as layout</source>
        <translation>将行保存为布局</translation>
    </message>
    <message>
        <source>Name of the layout:</source>
        <translation>布局的名称：</translation>
    </message>
    <message>
        <source>Go to time</source>
        <translation>转到时间</translation>
    </message>
    <message>
        <source>Time from the report's start (1.5s, 200ms, 1234us, or ns), or a range FROM..TO:</source>
        <translation>从报告起点算起的时间（1.5s、200ms、1234us 或 ns），或区间 FROM..TO：</translation>
    </message>
    <message>
        <source>'%1' is no time. Write 1.5s, 200ms, 1234us or a number of ns.</source>
        <translation>“%1”不是时间。请写 1.5s、200ms、1234us 或以 ns 为单位的数字。</translation>
    </message>
    <message>
        <source>Export image</source>
        <translation>导出图像</translation>
    </message>
    <message>
        <source>PNG image (*.png)</source>
        <translation>PNG 图像 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 绘图 (*.svg)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>About ProfViewer</source>
        <translation>关于 ProfViewer</translation>
    </message>
    <message>
        <source>Shows where the time of a GPU training run went: is the GPU working or waiting, and for what?

Free software under the GNU General Public License, version 3 or later. Its core and collector are under the MIT licence.</source>
        <translation>显示一次 GPU 训练运行的时间去了哪里：GPU 在工作还是在等待，又在等什么？

自由软件，遵循 GNU 通用公共许可证第 3 版或更新版本。其核心与采集器遵循 MIT 许可证。</translation>
    </message>
</context>
<context>
    <name>pv::app::MessagePage</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open another file...</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Opening...</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>This file could not be opened</source>
        <translation>无法打开此文件</translation>
    </message>
    <message>
        <source>Opening was cancelled</source>
        <translation>已取消打开</translation>
    </message>
</context>
<context>
    <name>pv::app::PanelDocks</name>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>GPU idle gaps</source>
        <translation>GPU 空闲间隙</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>No report is open.</source>
        <translation>没有打开的报告。</translation>
    </message>
</context>
<context>
    <name>pv::app::ShortcutsDialog</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>pv::app::StartPage</name>
    <message>
        <source>Where did the time go?</source>
        <translation>时间去了哪里？</translation>
    </message>
    <message>
        <source>Open a recording of a GPU training run: a ProfViewer report (.rep), an Nsight Systems report (.nsys-rep) or its SQLite export, a PyTorch profiler or Chrome trace (.json, .json.gz). Files are told apart by content.</source>
        <translation>打开一次 GPU 训练运行的录制：ProfViewer 报告 (.rep)、Nsight Systems 报告 (.nsys-rep) 或其 SQLite 导出、PyTorch 性能分析器或 Chrome 跟踪（.json、.json.gz）。文件按内容识别。</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open example report</source>
        <translation>打开示例报告</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>You can also drop files onto this window.</source>
        <translation>也可以将文件拖到此窗口。</translation>
    </message>
</context>
<context>
    <name>pv::app::StatusLine</name>
    <message numerus="yes">
        <source>%n message(s), data lost</source>
        <translation><numerusform>%n 条消息，有数据丢失</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation><numerusform>%n 条警告</numerusform></translation>
    </message>
    <message>
        <source>Show what capture and import left out, guessed or repaired</source>
        <translation>显示采集和导入时遗漏、推测或修复的内容</translation>
    </message>
    <message>
        <source>Cursor %1</source>
        <translation>光标 %1</translation>
    </message>
    <message>
        <source>View %1 – %2 (%3)</source>
        <translation>视图 %1 – %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2 of %3 busy</source>
        <translation>%1：%3 中忙碌 %2</translation>
    </message>
    <message>
        <source>GPU busy %1 in view</source>
        <translation>视图中 GPU 忙碌 %1</translation>
    </message>
    <message>
        <source>GPUs busy %1 in view (mean of %2)</source>
        <translation>视图中 GPU 忙碌 %1（%2 个的平均）</translation>
    </message>
    <message>
        <source>Part of the shown time in which at least one stream of the GPU works</source>
        <translation>所示时间中该 GPU 至少有一个流在工作的部分</translation>
    </message>
    <message>
        <source>Selected %1</source>
        <translation>已选 %1</translation>
    </message>
</context>
<context>
    <name>pv::widgets::ChartView</name>
    <message>
        <source>Could not write '%1'. Choose another place.</source>
        <translation>无法写入“%1”。请换一个位置。</translation>
    </message>
</context>
<context>
    <name>pv::widgets::ChartsPanel</name>
    <message>
        <source>GPU time by category</source>
        <translation>各类别的 GPU 时间</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>最耗时的内核</translation>
    </message>
    <message>
        <source>Utilisation over time</source>
        <translation>随时间的利用率</translation>
    </message>
    <message>
        <source>Kernel durations</source>
        <translation>内核持续时间</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Save image...</source>
        <translation>保存图像…</translation>
    </message>
    <message>
        <source>from each GPU's first to its last work</source>
        <translation>从每个 GPU 的首次到末次工作</translation>
    </message>
    <message>
        <source>whole report</source>
        <translation>整个报告</translation>
    </message>
    <message>
        <source>selected range: %1</source>
        <translation>所选区间：%1</translation>
    </message>
    <message>
        <source>No GPU work here</source>
        <translation>这里没有 GPU 工作</translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation>%1：%2，占 %4 的 %3</translation>
    </message>
    <message>
        <source>No kernels here</source>
        <translation>这里没有内核</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>%1
%2 in %3 calls, %4 of all kernel time</source>
        <translation>%1
%2，共 %3 次调用，占全部内核时间的 %4</translation>
    </message>
    <message>
        <source>%1
%2 busy from %3 to %4</source>
        <translation>%1
从 %3 到 %4 忙碌 %2</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>%1 kernels of %2 up to %3</source>
        <translation>%1 个内核，从 %2 到 %3</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>PNG image (*.png);;SVG drawing (*.svg)</source>
        <translation>PNG 图像 (*.png);;SVG 绘图 (*.svg)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>pv::widgets::DetailsPanel</name>
    <message>
        <source>Zoom to it</source>
        <translation>缩放到该处</translation>
    </message>
    <message>
        <source>Go to partner</source>
        <translation>转到关联事件</translation>
    </message>
    <message>
        <source>Details of the selected event</source>
        <translation>所选事件的详情</translation>
    </message>
    <message>
        <source>Selected range</source>
        <translation>所选区间</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择任何内容</translation>
    </message>
    <message>
        <source>Click an event on the timeline or in a table.</source>
        <translation>单击时间线或表格中的事件。</translation>
    </message>
    <message>
        <source>This event could not be read</source>
        <translation>无法读取此事件</translation>
    </message>
    <message>
        <source>Its part of the file is damaged. See Diagnostics.</source>
        <translation>它所在的文件部分已损坏。请见“诊断”。</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy everything</source>
        <translation>复制全部</translation>
    </message>
    <message>
        <source>Copy arguments as JSON</source>
        <translation>将参数复制为 JSON</translation>
    </message>
</context>
<context>
    <name>pv::widgets::DiagnosticsPanel</name>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Nothing was left out, guessed or repaired.</source>
        <translation>没有遗漏、推测或修复任何内容。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Stable name of this kind of message</source>
        <translation>此类消息的固定名称</translation>
    </message>
    <message>
        <source>%1, from %2 to %3: %4</source>
        <translation>%1，从 %2 到 %3：%4</translation>
    </message>
    <message>
        <source>The report is complete.</source>
        <translation>报告完整。</translation>
    </message>
    <message>
        <source>%1 messages of capture, import and reading, about %2 places. Figures that they touch are less certain.</source>
        <translation>采集、导入和读取共有 %1 条消息，涉及约 %2 处。相关数字的可靠性较低。</translation>
    </message>
</context>
<context>
    <name>pv::widgets::EventDetails</name>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Mangled name</source>
        <translation>修饰名</translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation>每线程寄存器数</translation>
    </message>
    <message>
        <source>Static shared memory</source>
        <translation>静态共享内存</translation>
    </message>
    <message>
        <source>Dynamic shared memory</source>
        <translation>动态共享内存</translation>
    </message>
    <message>
        <source>Local memory per thread</source>
        <translation>每线程本地内存</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>Executable graph</source>
        <translation>可执行图</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Source memory</source>
        <translation>源内存</translation>
    </message>
    <message>
        <source>Destination memory</source>
        <translation>目标内存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Source device</source>
        <translation>源设备</translation>
    </message>
    <message>
        <source>Destination device</source>
        <translation>目标设备</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Return value</source>
        <translation>返回值</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Floating-point operations</source>
        <translation>浮点运算次数</translation>
    </message>
    <message>
        <source>Row in the source</source>
        <translation>来源中的行</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Process id</source>
        <translation>进程 ID</translation>
    </message>
    <message>
        <source>Thread id</source>
        <translation>线程 ID</translation>
    </message>
    <message>
        <source>Ended by thread</source>
        <translation>结束它的线程</translation>
    </message>
    <message>
        <source>CUDA runtime</source>
        <translation>CUDA 运行时</translation>
    </message>
    <message>
        <source>CUDA driver</source>
        <translation>CUDA 驱动</translation>
    </message>
    <message>
        <source>push/pop</source>
        <translation>push/pop</translation>
    </message>
    <message>
        <source>start/end</source>
        <translation>start/end</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Share of the report</source>
        <translation>占报告的比例</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>NVTX domain</source>
        <translation>NVTX 域</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>关联 ID</translation>
    </message>
    <message>
        <source>Grid (blocks)</source>
        <translation>网格（块）</translation>
    </message>
    <message>
        <source>Block (threads)</source>
        <translation>块（线程）</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Linked events</source>
        <translation>关联的事件</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>only the first %1 are listed</source>
        <translation>只列出前 %1 项</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动自</translation>
    </message>
    <message>
        <source>%1 to</source>
        <translation>%1 到</translation>
    </message>
    <message>
        <source>%1 from</source>
        <translation>%1 来自</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>From start to start</source>
        <translation>起点到起点</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>pv::widgets::EventTableModel</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>关联 ID</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>(damaged: could not be read)</source>
        <translation>（已损坏：无法读取）</translation>
    </message>
    <message>
        <source>returned %1</source>
        <translation>返回 %1</translation>
    </message>
</context>
<context>
    <name>pv::widgets::EventsPanel</name>
    <message>
        <source>Selected row</source>
        <translation>所选行</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>全部事件</translation>
    </message>
    <message>
        <source>Which events are listed</source>
        <translation>列出哪些事件</translation>
    </message>
    <message>
        <source>In selected range</source>
        <translation>在所选区间内</translation>
    </message>
    <message>
        <source>List only events that touch the selected time range</source>
        <translation>只列出与所选时间区间相交的事件</translation>
    </message>
    <message>
        <source>Search all names</source>
        <translation>搜索所有名称</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Type a part of a name: kernels, API calls, NVTX ranges, operators...</source>
        <translation>输入名称的一部分：内核、API 调用、NVTX 区间、算子…</translation>
    </message>
    <message>
        <source>No events here. Choose a row of the timeline, or list all events.</source>
        <translation>这里没有事件。请在时间线中选择一行，或列出全部事件。</translation>
    </message>
    <message>
        <source>Searching...</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>first %1 of %2 events</source>
        <translation>前 %1 个事件，共 %2 个</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>Hit %1 of %2</source>
        <translation>第 %1 个命中，共 %2 个</translation>
    </message>
    <message>
        <source>Copied the first %1 of the selected rows; export to CSV for all</source>
        <translation>已复制所选行中的前 %1 行；要全部行请导出为 CSV</translation>
    </message>
    <message>
        <source>Copied %1 rows</source>
        <translation>已复制 %1 行</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>pv::widgets::ExportTable</name>
    <message>
        <source>Could not write '%1': %2. Choose another place, or free some room.</source>
        <translation>无法写入“%1”：%2。请换一个位置，或腾出一些空间。</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
</context>
<context>
    <name>pv::widgets::GapsPanel</name>
    <message>
        <source>GPU idle gaps</source>
        <translation>GPU 空闲间隙</translation>
    </message>
    <message>
        <source>No idle gap of 50 µs or more between the first and last work of a GPU.</source>
        <translation>GPU 首次与末次工作之间没有 50 µs 及以上的空闲间隙。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPU was in</source>
        <translation>CPU 当时处于</translation>
    </message>
    <message>
        <source>Kind of what the launching thread did meanwhile</source>
        <translation>启动线程在此期间所做之事的类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Part of the gap that it covers</source>
        <translation>它所覆盖的间隙部分</translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation>NVTX 区间</translation>
    </message>
    <message>
        <source>OS call</source>
        <translation>操作系统调用</translation>
    </message>
    <message>
        <source>CUDA call</source>
        <translation>CUDA 调用</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 gaps of 50 µs and more, %2 in all; the longest %3 are listed. G goes to the next one.</source>
        <translation>%1 个 50 µs 及以上的间隙，共 %2；列出最长的 %3 个。按 G 跳到下一个。</translation>
    </message>
    <message>
        <source>%1 gaps of 50 µs and more, %2 in all, by the union of each GPU's streams. G goes to the next one.</source>
        <translation>%1 个 50 µs 及以上的间隙，共 %2，按每个 GPU 各流的并集计算。按 G 跳到下一个。</translation>
    </message>
</context>
<context>
    <name>pv::widgets::Job</name>
    <message>
        <source>Not enough memory for this. Close other reports, or choose a smaller range.</source>
        <translation>内存不足，无法完成。请关闭其他报告，或选择较小的区间。</translation>
    </message>
</context>
<context>
    <name>pv::widgets::Notes</name>
    <message>
        <source>Notes could not be kept in '%1': %2.</source>
        <translation>无法将笔记保存到“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>pv::widgets::NotesPanel</name>
    <message>
        <source>Add...</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Edit...</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>No notes yet. Select a range or an event and press M.</source>
        <translation>还没有笔记。选择一个区间或事件后按 M。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>编辑笔记</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>笔记：</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加笔记</translation>
    </message>
    <message>
        <source>Note for %1:</source>
        <translation>为 %1 添加笔记：</translation>
    </message>
</context>
<context>
    <name>pv::widgets::RunSummary</name>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>录制时间</translation>
    </message>
    <message>
        <source>Recorded by</source>
        <translation>录制工具</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>%1, with %2 threads</source>
        <translation>%1，有 %2 个线程</translation>
    </message>
</context>
<context>
    <name>pv::widgets::SqlPanel</name>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the query (Ctrl+Enter)</source>
        <translation>运行查询 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>SQL query</source>
        <translation>SQL 查询</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>No rows.</source>
        <translation>没有行。</translation>
    </message>
    <message>
        <source>As in Nsight Systems' export</source>
        <translation>与 Nsight Systems 导出相同</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>The first %1 rows are shown; add a limit or a condition to see others.</source>
        <translation>只显示前 %1 行；加上 LIMIT 或条件可查看其他行。</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>pv::widgets::StatisticsPanel</name>
    <message>
        <source>List the events of this name</source>
        <translation>列出同名事件</translation>
    </message>
    <message>
        <source>Counting...</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Kernels, full names</source>
        <translation>内核，完整名称</translation>
    </message>
    <message>
        <source>Memory copies</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Memory sets</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>CUDA API</source>
        <translation>CUDA API</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX 区间</translation>
    </message>
    <message>
        <source>OS runtime</source>
        <translation>操作系统运行时</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>System calls</source>
        <translation>系统调用</translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Other slices</source>
        <translation>其他切片</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>性能分析器开销</translation>
    </message>
    <message>
        <source>What is summed up</source>
        <translation>汇总哪些内容</translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>No such events here.</source>
        <translation>这里没有这类事件。</translation>
    </message>
    <message>
        <source>This report has no events to sum up.</source>
        <translation>此报告没有可汇总的事件。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the total time in this table; overlapping events count each</source>
        <translation>占此表总时间的比例；重叠的事件各自计入</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Sum of durations; of events that reach beyond the range only the part inside</source>
        <translation>持续时间之和；超出区间的事件只计区间内的部分</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Sum over whole operations</source>
        <translation>整个操作的总和</translation>
    </message>
    <message>
        <source>%1 events, %2 in total</source>
        <translation>%1 个事件，共 %2</translation>
    </message>
    <message>
        <source>%1, within the selected range of %2</source>
        <translation>%1，在所选的 %2 区间内</translation>
    </message>
    <message>
        <source>%1, whole report</source>
        <translation>%1，整个报告</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>pv::widgets::SummaryPanel</name>
    <message>
        <source>No work was recorded on this GPU.</source>
        <translation>此 GPU 上没有录到工作。</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>of %1 from its first to its last work, all streams together</source>
        <translation>占首次到末次工作之间 %1 的比例，所有流合计</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s), data was lost</source>
        <translation><numerusform>%n 条消息，有数据丢失</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation><numerusform>%n 条警告</numerusform></translation>
    </message>
    <message>
        <source>Show what capture and import left out, guessed or repaired</source>
        <translation>显示采集和导入时遗漏、推测或修复的内容</translation>
    </message>
    <message>
        <source>Heaviest kernels</source>
        <translation>最耗时的内核</translation>
    </message>
    <message>
        <source>%1
%2 in %3 calls</source>
        <translation>%1
%2，共 %3 次调用</translation>
    </message>
    <message>
        <source>Shares of %1 of kernel time (%2 kernels, overlapping ones counted each). Click: its longest call.</source>
        <translation>占内核时间 %1 的比例（%2 个内核，重叠的各自计入）。单击：最长的一次调用。</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>本次运行</translation>
    </message>
</context>
<context>
    <name>pv::widgets::TableView</name>
    <message>
        <source>Show on the timeline</source>
        <translation>在时间线上显示</translation>
    </message>
    <message>
        <source>Copy this cell</source>
        <translation>复制此单元格</translation>
    </message>
    <message>
        <source>Copy rows as tab-separated values</source>
        <translation>将行复制为制表符分隔的值</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Fit widths to the window</source>
        <translation>列宽适应窗口</translation>
    </message>
</context>
<context>
    <name>pv::widgets::Text</name>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Memory copy</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Memory set</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>CUDA API call</source>
        <translation>CUDA API 调用</translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>CUDA event</source>
        <translation>CUDA 事件</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>GPU memory use</source>
        <translation>GPU 内存使用</translation>
    </message>
    <message>
        <source>Memory pool</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>NVTX range</source>
        <translation>NVTX 区间</translation>
    </message>
    <message>
        <source>NVTX mark</source>
        <translation>NVTX 标记</translation>
    </message>
    <message>
        <source>OS runtime call</source>
        <translation>操作系统运行时调用</translation>
    </message>
    <message>
        <source>System call</source>
        <translation>系统调用</translation>
    </message>
    <message>
        <source>Context switch</source>
        <translation>上下文切换</translation>
    </message>
    <message>
        <source>Thread state</source>
        <translation>线程状态</translation>
    </message>
    <message>
        <source>CPU sample</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>性能分析器开销</translation>
    </message>
    <message>
        <source>Page fault</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>GPU context switch</source>
        <translation>GPU 上下文切换</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Asynchronous slice</source>
        <translation>异步切片</translation>
    </message>
    <message>
        <source>Counter sample</source>
        <translation>计数器采样</translation>
    </message>
    <message>
        <source>API backtrace</source>
        <translation>API 调用栈</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Memory copies</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Memory sets</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>CUDA API calls</source>
        <translation>CUDA API 调用</translation>
    </message>
    <message>
        <source>Synchronisations</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>CUDA events</source>
        <translation>CUDA 事件</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>GPU memory uses</source>
        <translation>GPU 内存使用</translation>
    </message>
    <message>
        <source>Memory pool operations</source>
        <translation>内存池操作</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX 区间</translation>
    </message>
    <message>
        <source>NVTX marks</source>
        <translation>NVTX 标记</translation>
    </message>
    <message>
        <source>OS runtime calls</source>
        <translation>操作系统运行时调用</translation>
    </message>
    <message>
        <source>System calls</source>
        <translation>系统调用</translation>
    </message>
    <message>
        <source>Context switches</source>
        <translation>上下文切换</translation>
    </message>
    <message>
        <source>Thread states</source>
        <translation>线程状态</translation>
    </message>
    <message>
        <source>CPU samples</source>
        <translation>CPU 采样</translation>
    </message>
    <message>
        <source>Profiler overheads</source>
        <translation>性能分析器开销</translation>
    </message>
    <message>
        <source>Page faults</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>GPU context switches</source>
        <translation>GPU 上下文切换</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Asynchronous slices</source>
        <translation>异步切片</translation>
    </message>
    <message>
        <source>Counter samples</source>
        <translation>计数器采样</translation>
    </message>
    <message>
        <source>API backtraces</source>
        <translation>API 调用栈</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>CUDA API</source>
        <translation>CUDA API</translation>
    </message>
    <message>
        <source>OS runtime</source>
        <translation>操作系统运行时</translation>
    </message>
    <message>
        <source>NVTX</source>
        <translation>NVTX</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 内存</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Asynchronous</source>
        <translation>异步</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Copies only</source>
        <translation>仅拷贝</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Lost data</source>
        <translation>数据丢失</translation>
    </message>
    <message>
        <source>host to device</source>
        <translation>主机到设备</translation>
    </message>
    <message>
        <source>device to host</source>
        <translation>设备到主机</translation>
    </message>
    <message>
        <source>host to array</source>
        <translation>主机到数组</translation>
    </message>
    <message>
        <source>array to host</source>
        <translation>数组到主机</translation>
    </message>
    <message>
        <source>array to array</source>
        <translation>数组到数组</translation>
    </message>
    <message>
        <source>array to device</source>
        <translation>数组到设备</translation>
    </message>
    <message>
        <source>device to array</source>
        <translation>设备到数组</translation>
    </message>
    <message>
        <source>device to device</source>
        <translation>设备到设备</translation>
    </message>
    <message>
        <source>host to host</source>
        <translation>主机到主机</translation>
    </message>
    <message>
        <source>peer to peer</source>
        <translation>点对点</translation>
    </message>
    <message>
        <source>unified memory, host to device</source>
        <translation>统一内存，主机到设备</translation>
    </message>
    <message>
        <source>unified memory, device to host</source>
        <translation>统一内存，设备到主机</translation>
    </message>
    <message>
        <source>unified memory, device to device</source>
        <translation>统一内存，设备到设备</translation>
    </message>
    <message>
        <source>pageable</source>
        <translation>可分页</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>锁页</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>managed</source>
        <translation>托管</translation>
    </message>
    <message>
        <source>device, static</source>
        <translation>设备，静态</translation>
    </message>
    <message>
        <source>managed, static</source>
        <translation>托管，静态</translation>
    </message>
    <message>
        <source>instant</source>
        <translation>瞬时</translation>
    </message>
    <message>
        <source>no duration in the source</source>
        <translation>来源中没有持续时间</translation>
    </message>
    <message>
        <source>still open at the end of the recording</source>
        <translation>录制结束时仍未结束</translation>
    </message>
    <message>
        <source>no usable time</source>
        <translation>没有可用的时间</translation>
    </message>
    <message>
        <source>time cut to fit</source>
        <translation>时间已截短以适应</translation>
    </message>
    <message>
        <source>source damaged here</source>
        <translation>来源在此处已损坏</translation>
    </message>
    <message>
        <source>begin not recorded</source>
        <translation>未录到开始</translation>
    </message>
    <message>
        <source>ends before it starts in the source</source>
        <translation>在来源中结束早于开始</translation>
    </message>
    <message>
        <source>GPU %1 (%2)</source>
        <translation>GPU %1 (%2)</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
</context>
<context>
    <name>pv::widgets::TimelineView</name>
    <message>
        <source>Unpin row</source>
        <translation>取消固定该行</translation>
    </message>
    <message>
        <source>Pin row</source>
        <translation>固定该行</translation>
    </message>
    <message>
        <source>Hide row</source>
        <translation>隐藏该行</translation>
    </message>
    <message>
        <source>Collapse row</source>
        <translation>折叠该行</translation>
    </message>
    <message>
        <source>Expand row</source>
        <translation>展开该行</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n rows</source>
        <translation><numerusform>显示全部 %n 行</numerusform></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Fit selection</source>
        <translation>适应选区</translation>
    </message>
    <message>
        <source>Show whole report</source>
        <translation>显示整个报告</translation>
    </message>
    <message>
        <source>Show hidden rows</source>
        <translation>显示隐藏的行</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Copy only</source>
        <translation>仅拷贝</translation>
    </message>
    <message>
        <source>GPU idle
%1 from %2 to %3</source>
        <translation>GPU 空闲
%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>no sample yet</source>
        <translation>还没有采样</translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation>开始 %1</translation>
    </message>
    <message>
        <source>Duration %1</source>
        <translation>持续 %1</translation>
    </message>
    <message>
        <source>not closed: it was still open when the recording ended</source>
        <translation>未结束：录制结束时仍未关闭</translation>
    </message>
    <message>
        <source>This report has no GPU work.</source>
        <translation>此报告没有 GPU 工作。</translation>
    </message>
    <message>
        <source>No further idle gap of the GPU.</source>
        <translation>GPU 后面没有空闲间隙了。</translation>
    </message>
    <message>
        <source>No earlier idle gap of the GPU.</source>
        <translation>GPU 前面没有空闲间隙了。</translation>
    </message>
    <message>
        <source>Select an event first.</source>
        <translation>请先选择一个事件。</translation>
    </message>
    <message>
        <source>No further event of this name in this row.</source>
        <translation>此行没有更多同名事件。</translation>
    </message>
    <message numerus="yes">
        <source>%n more rows</source>
        <translation><numerusform>还有 %n 行</numerusform></translation>
    </message>
    <message>
        <source>%1 in view</source>
        <translation>视图中 %1</translation>
    </message>
    <message>
        <source>Whole report: %1</source>
        <translation>整个报告：%1</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Could not write '%1'. Choose another folder or name.</source>
        <translation>无法写入“%1”。请换一个文件夹或名称。</translation>
    </message>
    <message>
        <source>This event is linked to no other.</source>
        <translation>此事件没有关联到其他事件。</translation>
    </message>
</context>
</TS>
