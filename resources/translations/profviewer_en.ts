<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>pv::app::StatusLine</name>
    <message numerus="yes">
        <source>%n message(s), data lost</source>
        <translation><numerusform>%n message, data lost</numerusform><numerusform>%n messages, data lost</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation><numerusform>%n warning</numerusform><numerusform>%n warnings</numerusform></translation>
    </message>
</context>
<context>
    <name>pv::widgets::SummaryPanel</name>
    <message numerus="yes">
        <source>%n message(s), data was lost</source>
        <translation><numerusform>%n message, data was lost</numerusform><numerusform>%n messages, data was lost</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation><numerusform>%n warning</numerusform><numerusform>%n warnings</numerusform></translation>
    </message>
</context>
<context>
    <name>pv::widgets::TimelineView</name>
    <message numerus="yes">
        <source>Show all %n rows</source>
        <translation><numerusform>Show all %n row</numerusform><numerusform>Show all %n rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more rows</source>
        <translation><numerusform>%n more row</numerusform><numerusform>%n more rows</numerusform></translation>
    </message>
</context>
</TS>
