<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BlockCard</name>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Device</name>
    <message numerus="yes">
        <source>CPU, %n thread(s), %1</source>
        <translation>
            <numerusform>CPU, %n thread, %1</numerusform>
            <numerusform>CPU, %n threads, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentFacts</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln block</numerusform>
            <numerusform>%Ln blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) are here.</source>
        <translation>
            <numerusform>%n document is here.</numerusform>
            <numerusform>%n documents are here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadingBar</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln block</numerusform>
            <numerusform>%Ln blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln block</numerusform>
            <numerusform>%Ln blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln answer(s) to this question</source>
        <translation>
            <numerusform>%Ln answer to this question</numerusform>
            <numerusform>%Ln answers to this question</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln remark(s)</source>
        <translation>
            <numerusform>%Ln remark</numerusform>
            <numerusform>%Ln remarks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Study</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n word(s)</source>
        <translation>
            <numerusform>all %n word</numerusform>
            <numerusform>all %n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::AnswerArea</name>
    <message numerus="yes">
        <source>%n passage(s) pinned</source>
        <translation>
            <numerusform>%n passage pinned</numerusform>
            <numerusform>%n passages pinned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) barred</source>
        <translation>
            <numerusform>%n passage barred</numerusform>
            <numerusform>%n passages barred</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) wait, asked next: “%1”</source>
        <translation>
            <numerusform>%Ln question waits, asked next: “%1”</numerusform>
            <numerusform>%Ln questions wait, asked next: “%1”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::AnswerPanel</name>
    <message numerus="yes">
        <source>%Ln quotation(s) not in the text.</source>
        <translation>
            <numerusform>%Ln quotation not in the text.</numerusform>
            <numerusform>%Ln quotations not in the text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened %1 and consulted %2 of %Ln block(s).</source>
        <translation>
            <numerusform>Opened %1 and consulted %2 of %Ln block.</numerusform>
            <numerusform>Opened %1 and consulted %2 of %Ln blocks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Consulted %1 of %Ln block(s)</source>
        <translation>
            <numerusform>Consulted %1 of %Ln block</numerusform>
            <numerusform>Consulted %1 of %Ln blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::AskBox</name>
    <message numerus="yes">
        <source>%Ln document(s) ticked</source>
        <translation>
            <numerusform>%Ln document ticked</numerusform>
            <numerusform>%Ln documents ticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Advanced (%Ln changed)</source>
        <translation>
            <numerusform>Advanced (%Ln changed)</numerusform>
            <numerusform>Advanced (%Ln changed)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::BlockCard</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s).</source>
        <translation>
            <numerusform>%n word.</numerusform>
            <numerusform>%n words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s), place in the queue</source>
        <translation>
            <numerusform>%n head, place in the queue</numerusform>
            <numerusform>%n heads, place in the queue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::BlockPlot</name>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) hidden</source>
        <translation>
            <numerusform>%n sink block hidden</numerusform>
            <numerusform>%n sink blocks hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::CompareView</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation>
            <numerusform>%n head off</numerusform>
            <numerusform>%n heads off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) barred</source>
        <translation>
            <numerusform>%n block barred</numerusform>
            <numerusform>%n blocks barred</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) pinned</source>
        <translation>
            <numerusform>%n block pinned</numerusform>
            <numerusform>%n blocks pinned</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::DeepRemovalRow</name>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::EngineProcess</name>
    <message numerus="yes">
        <source>The engine stood still for %n second(s) and was stopped.</source>
        <translation>
            <numerusform>The engine stood still for %n second and was stopped.</numerusform>
            <numerusform>The engine stood still for %n seconds and was stopped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The engine did not answer for %n second(s) and was stopped.</source>
        <translation>
            <numerusform>The engine did not answer for %n second and was stopped.</numerusform>
            <numerusform>The engine did not answer for %n seconds and was stopped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceView</name>
    <message numerus="yes">
        <source>%n word(s) of the answer</source>
        <translation>
            <numerusform>%n word of the answer</numerusform>
            <numerusform>%n words of the answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n word(s)</source>
        <translation>
            <numerusform>all %n word</numerusform>
            <numerusform>all %n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of the answer selected. Show all</source>
        <translation>
            <numerusform>%n word of the answer selected. Show all</numerusform>
            <numerusform>%n words of the answer selected. Show all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) hidden</source>
        <translation>
            <numerusform>%n sink block hidden</numerusform>
            <numerusform>%n sink blocks hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::FindBar</name>
    <message numerus="yes">
        <source>%n option(s)</source>
        <translation>
            <numerusform>%n option</numerusform>
            <numerusform>%n options</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::HeadGridPanel</name>
    <message numerus="yes">
        <source>over %n word(s)</source>
        <translation>
            <numerusform>over %n word</numerusform>
            <numerusform>over %n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::HeadRanking</name>
    <message numerus="yes">
        <source>%1 of %n head(s) ticked</source>
        <translation>
            <numerusform>%1 of %n head ticked</numerusform>
            <numerusform>%1 of %n heads ticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::HeadSwitch</name>
    <message numerus="yes">
        <source>%n head(s) off in this answer</source>
        <translation>
            <numerusform>%n head off in this answer</numerusform>
            <numerusform>%n heads off in this answer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::HeatmapView</name>
    <message numerus="yes">
        <source>%n cell(s) share this place, mean %1; the strongest is shown</source>
        <translation>
            <numerusform>%n cell is at this place, mean %1; the strongest is shown</numerusform>
            <numerusform>%n cells share this place, mean %1; the strongest is shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::LayersView</name>
    <message numerus="yes">
        <source>The %n head(s) with most evidence</source>
        <translation>
            <numerusform>The %n head with most evidence</numerusform>
            <numerusform>The %n heads with most evidence</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::LibraryController</name>
    <message numerus="yes">
        <source>%n memories were discarded. Text and answers are kept.</source>
        <translation>
            <numerusform>%n memory was discarded. Text and answers are kept.</numerusform>
            <numerusform>%n memories were discarded. Text and answers are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) were deleted for good.</source>
        <translation>
            <numerusform>%n session was deleted for good.</numerusform>
            <numerusform>%n sessions were deleted for good.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::MainWindow</name>
    <message numerus="yes">
        <source>These %n file(s) were read before. Open their session with the answers, or read them anew?</source>
        <translation>
            <numerusform>This %n file was read before. Open its session with the answers, or read it anew?</numerusform>
            <numerusform>These %n files were read before. Open their session with the answers, or read them anew?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be opened.</source>
        <translation>
            <numerusform>%n file could not be opened.</numerusform>
            <numerusform>%n files could not be opened.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %n chapter(s) were not asked.</source>
        <translation>
            <numerusform>Stopped: %n chapter was not asked.</numerusform>
            <numerusform>Stopped: %n chapters were not asked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) added; what was read before stays as it is.</source>
        <translation>
            <numerusform>%n document added; what was read before stays as it is.</numerusform>
            <numerusform>%n documents added; what was read before stays as it is.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The question will be asked with %n other setting(s), about %1 s.</source>
        <translation>
            <numerusform>The question will be asked with %n other setting, about %1 s.</numerusform>
            <numerusform>The question will be asked with %n other settings, about %1 s.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %n setting(s) were not tried.</source>
        <translation>
            <numerusform>Stopped: %n setting was not tried.</numerusform>
            <numerusform>Stopped: %n settings were not tried.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading again what follows it takes about %n min.</source>
        <translation>
            <numerusform>Reading again what follows it takes about %n min.</numerusform>
            <numerusform>Reading again what follows it takes about %n min.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open the %n document(s) of this folder, %1, in one session?</source>
        <translation>
            <numerusform>Open the document of this folder, %1, in one session?</numerusform>
            <numerusform>Open the %n documents of this folder, %1, in one session?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add these %n file(s), %1, to this session, or open them by themselves?</source>
        <translation>
            <numerusform>Add this file, %1, to this session, or open it by itself?</numerusform>
            <numerusform>Add these %n files, %1, to this session, or open them by themselves?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n question(s) with all answers for good?</source>
        <translation>
            <numerusform>Delete %n question with all answers for good?</numerusform>
            <numerusform>Delete %n questions with all answers for good?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) of “%1” printed.</source>
        <translation>
            <numerusform>%n page of “%1” printed.</numerusform>
            <numerusform>%n pages of “%1” printed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n question</numerusform>
            <numerusform>%n questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) or mark(s)</source>
        <translation>
            <numerusform>%n note or mark</numerusform>
            <numerusform>%n notes or marks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s)</source>
        <translation>
            <numerusform>%n name</numerusform>
            <numerusform>%n names</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deletion(s)</source>
        <translation>
            <numerusform>%n deletion</numerusform>
            <numerusform>%n deletions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) brought in</source>
        <translation>
            <numerusform>%n file brought in</numerusform>
            <numerusform>%n files brought in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1”: %n remarks on its file.</source>
        <translation>
            <numerusform>“%1”: %n remark on its file.</numerusform>
            <numerusform>“%1”: %n remarks on its file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>These %n file(s) are in the session “%1” too, with others. Open that, or read them in a session of their own?</source>
        <translation>
            <numerusform>This file is in the session “%1” too, with others. Open that, or read it in a session of its own?</numerusform>
            <numerusform>These %n files are in the session “%1” too, with others. Open that, or read them in a session of their own?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n answer(s) for good?</source>
        <translation>
            <numerusform>Delete %n answer for good?</numerusform>
            <numerusform>Delete %n answers for good?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Making a session of %n document(s)…</source>
        <translation>
            <numerusform>Making a session of %n document…</numerusform>
            <numerusform>Making a session of %n documents…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adding %n document(s)…</source>
        <translation>
            <numerusform>Adding %n document…</numerusform>
            <numerusform>Adding %n documents…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files have changed since they were read. Answers come from their texts as they were.</source>
        <translation>
            <numerusform>%n file has changed since it was read. Answers come from its text as it was.</numerusform>
            <numerusform>%n files have changed since they were read. Answers come from their texts as they were.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) stay in %1. They go on being listed; new ones are made in the new folder.</source>
        <translation>
            <numerusform>%n session stays in %1. It goes on being listed; new ones are made in the new folder.</numerusform>
            <numerusform>%n sessions stay in %1. They go on being listed; new ones are made in the new folder.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) are pinned now; the best %1 of them are opened for every next question.</source>
        <translation>
            <numerusform>%n block is pinned now; the best %1 of them are opened for every next question.</numerusform>
            <numerusform>%n blocks are pinned now; the best %1 of them are opened for every next question.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::MeaningSearch</name>
    <message numerus="yes">
        <source>Searched %1 of %n session(s)</source>
        <translation>
            <numerusform>Searched %1 of %n session</numerusform>
            <numerusform>Searched %1 of %n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s), by meaning</source>
        <translation>
            <numerusform>%n passage, by meaning</numerusform>
            <numerusform>%n passages, by meaning</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::NeedleGrid</name>
    <message numerus="yes">
        <source>Depth %1 %, %2 blocks: %3 of %n answered</source>
        <translation>
            <numerusform>Depth %1 %, %2 blocks: %3 of %n answered</numerusform>
            <numerusform>Depth %1 %, %2 blocks: %3 of %n answered</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::OpenedByPlot</name>
    <message numerus="yes">
        <source>Opened by %1 of %n head(s), largest gate %2</source>
        <translation>
            <numerusform>Opened by %1 of %n head, largest gate %2</numerusform>
            <numerusform>Opened by %1 of %n heads, largest gate %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::Plot</name>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)</source>
        <translation>
            <numerusform>%n sentence</numerusform>
            <numerusform>%n sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paragraph(s)</source>
        <translation>
            <numerusform>%n paragraph</numerusform>
            <numerusform>%n paragraphs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) and local window</source>
        <translation>
            <numerusform>%n sink block and local window</numerusform>
            <numerusform>%n sink blocks and local window</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s)</source>
        <translation>
            <numerusform>%n sink block</numerusform>
            <numerusform>%n sink blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::PlotTable</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more column(s) where it is wider</source>
        <translation>
            <numerusform>%Ln more column where it is wider</numerusform>
            <numerusform>%Ln more columns where it is wider</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RankPlot</name>
    <message numerus="yes">
        <source>Opened for %1 of %n word(s), first for %2</source>
        <translation>
            <numerusform>Opened for %1 of %n word, first for %2</numerusform>
            <numerusform>Opened for %1 of %n words, first for %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RecentModel</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RemovalView</name>
    <message numerus="yes">
        <source>%1 of %n block(s)</source>
        <translation>
            <numerusform>%1 of %n block</numerusform>
            <numerusform>%1 of %n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) tested</source>
        <translation>
            <numerusform>%n block tested</numerusform>
            <numerusform>%n blocks tested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n s left</source>
        <translation>
            <numerusform>, %n s left</numerusform>
            <numerusform>, %n s left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>: about %1 s per block, %n s in all</source>
        <translation>
            <numerusform>: about %1 s per block, %n s in all</numerusform>
            <numerusform>: about %1 s per block, %n s in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RulerView</name>
    <message numerus="yes">
        <source>%n cited place(s)</source>
        <translation>
            <numerusform>%n cited place</numerusform>
            <numerusform>%n cited places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::Settings</name>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation>
            <numerusform>%n head off</numerusform>
            <numerusform>%n heads off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) barred</source>
        <translation>
            <numerusform>%n block barred</numerusform>
            <numerusform>%n blocks barred</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) pinned</source>
        <translation>
            <numerusform>%n block pinned</numerusform>
            <numerusform>%n blocks pinned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n block(s) barred</source>
        <translation>
            <numerusform>%1 of %n block barred</numerusform>
            <numerusform>%1 of %n blocks barred</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) pinned, the best %1 are opened</source>
        <translation>
            <numerusform>%n block pinned, the best %1 are opened</numerusform>
            <numerusform>%n blocks pinned, the best %1 are opened</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::SharePlot</name>
    <message numerus="yes">
        <source>Mean memory share %1 over %n word(s)</source>
        <translation>
            <numerusform>Mean memory share %1 over %n word</numerusform>
            <numerusform>Mean memory share %1 over %n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::SidePanel</name>
    <message numerus="yes">
        <source>%Ln place(s) found</source>
        <translation>
            <numerusform>%Ln place found</numerusform>
            <numerusform>%Ln places found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln deleted answer(s)</source>
        <translation>
            <numerusform>%Ln deleted answer</numerusform>
            <numerusform>%Ln deleted answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::SidePresenter</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of more than %n hit(s)</source>
        <translation>
            <numerusform>%1 of more than %n hit</numerusform>
            <numerusform>%1 of more than %n hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n hit(s)</source>
        <translation>
            <numerusform>%1 of %n hit</numerusform>
            <numerusform>%1 of %n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::StartPage</name>
    <message numerus="yes">
        <source>%n deleted session(s)</source>
        <translation>
            <numerusform>%n deleted session</numerusform>
            <numerusform>%n deleted sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n session(s), %1, for good? They can&apos;t be put back then.</source>
        <translation>
            <numerusform>Delete %n session, %1, for good? It can&apos;t be put back then.</numerusform>
            <numerusform>Delete %n sessions, %1, for good? They can&apos;t be put back then.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::TimelineView</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::UniqueBlocksView</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::UniqueHistogram</name>
    <message numerus="yes">
        <source>%1 to %2 blocks: %n window(s) of a layer</source>
        <translation>
            <numerusform>%1 to %2 blocks: %n window of a layer</numerusform>
            <numerusform>%1 to %2 blocks: %n windows of a layer</numerusform>
        </translation>
    </message>
</context>
</TS>
