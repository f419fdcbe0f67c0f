<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Open a file...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session folder...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the handbook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export answers...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a copy without the memory...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find passages by meaning...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence and plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maximise panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename session...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard memory, keep text and answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move session to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again with this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a follow-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the answer with citations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the question and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the question and its answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unique blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare two answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removal test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needle grid...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a bookmark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BlockPlot</name>
    <message>
        <source>rank %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReadingBar</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>about %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read up to block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>under 1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p. %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, under 1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, about %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused at %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs rereading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source missing, text is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory discarded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln answer(s) to this question</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Starters</name>
    <message>
        <source>What does the text say about “%1”?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Study</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn</name>
    <message>
        <source>p. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p. %1 (PDF %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ch. %1, par. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>par. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%n head(s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence %1 (%2), largest gate %3, rank %4 of %5 blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removal effect %1 (log-probability)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unique blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sink share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of the head&apos;s attention that went to opened blocks, mean over the words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention of this head to all blocks, summed over the words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest share that the head gave to one block for one word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How widely the head spreads over blocks, in bits; 0 is a single block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Different blocks that the head opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks from the end of the document, weighted by attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of the head&apos;s attention to blocks that rests on sinks, such as the beginning of a document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::AdvancedAsk</name>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks per head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory, passages read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word search (no memory)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the words for the answer are found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model’s own (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model’s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many blocks every head may open for a word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0: always the likeliest word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same seed gives the same answer when the temperature is above 0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::AnswerArea</name>
    <message>
        <source>Follow-up of answer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retrieving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing, %1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding citations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the first %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the first %1 %, up to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a document to ask about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session is open in another window. Ask there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick at least one document.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session was read with another model. Read it again to ask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine could not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the document first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A moment: the first pages are being read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first %1 % of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible once reading has begun.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::AnswerPanel</name>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing was stopped; what was written stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a part had been read when it was asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>verbatim</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every quotation stands in a document, letter by letter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The citations stay when any one head is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>confirmed by removal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the cited passages the answer is clearly less likely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No passage stood out. The answer is withheld: it may come from the model itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weak support: no passage stood out. The answer may come from the model itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No passage stood out. The answer may come from the model itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey words: no passage stood out for them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln quotation(s) not in the text.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened %1 and consulted %2 of %Ln block(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Consulted %1 of %Ln block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>From the book %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the question and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a follow-up question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a question: the answer stands here, with the passages it was written from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous version of this answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next version of this answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy with citations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks that were looked at with a weight of at least 0.05.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of what the model looked at while writing was the document, from 0 to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again with the whole book</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::AnswerView</name>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p. %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::AskBox</name>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Book only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer that no passage supports is withheld.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only up to where I am</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a new question instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a document to ask about it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask about %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) ticked</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop writing; what is written stays (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a question first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Enter: new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer is written as if the document ended where you are reading.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::BlockCard</name>
    <message>
        <source>Block card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print the card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the card as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lift</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank over the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score the same answer without this block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin the block and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar the block and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the block in the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text of the block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous evidence (Shift+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next evidence (N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a block in the list or in a plot to see its card.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Also in the answer: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates over %1. Effect: log-probability of these words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gates over %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer x head, largest gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now %1 of %2 blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not opened by these words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::BlockPlot</name>
    <message>
        <source>This answer has no stored trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a question to see which blocks were opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden: attention rests here whatever is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out of this question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (head L%1.H%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean gate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some of it on words that were read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n blocks share this place, the strongest is shown</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First words</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show in the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (blocks of the document only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to export yet. Ask a question first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) hidden</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::BlockTableModel</name>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ColourBar</name>
    <message>
        <source>scale linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale sqrt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; clipped at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ColourStrip</name>
    <message>
        <source>Colour range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag an end to clip the range, double click to undo it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::CommandPalette</name>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ConversationController</name>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This answer is damaged and can&apos;t be shown. Ask again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::DropArea</name>
    <message>
        <source>Drop a book or paper here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF, EPUB, DOCX, HTML, Markdown, reStructuredText or plain text. Your files are never changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the handbook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::EngineClient</name>
    <message>
        <source>The engine does not answer at the moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine sent something wrong (%1) and was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine did not stop when it was asked to, and was killed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped while writing. Ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped before it was done. Try again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::EngineProcess</name>
    <message>
        <source>The engine did not greet as it must.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine did not end in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The engine stood still for %n second(s) and was stopped.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The engine did not answer for %n second(s) and was stopped.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The engine can&apos;t be started: there is no program %1. Install Cairn again, or name another in CAIRN_ENGINE or the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ended before it was ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ended before it was ready: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine crashed or was killed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graphics card failed, and the engine with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ended unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ended unexpectedly: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceDelegate</name>
    <message>
        <source>Effect %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lift %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceLegend</name>
    <message>
        <source>sqrt</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceModel</name>
    <message>
        <source>%1, block %2, evidence %3, rank %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, citation %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceView</name>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strength</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each card is a block of the document that the model opened while it wrote the selected words. Evidence is the attention that went to it, summed over words, layers and heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: 41 on p. 89 means that 15 words and 270 heads together gave this block 41 of their shares.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks with evidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a question to see which blocks were opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This answer has no stored trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of the answer</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of the answer selected. Show all</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Evidence: gate, sum over %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) hidden</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sink blocks shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only sink blocks were opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These words opened no block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Citation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the block&apos;s card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::FindBar</name>
    <message>
        <source>Searching …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadGrid</name>
    <message>
        <source>Layer x head</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadGridPanel</name>
    <message>
        <source>Layer x head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each cell is one head: the swatch shows the chosen number, the bars how its attention lies over the document, from its beginning at the left to its end. A click shows this head alone in all views, a drag takes several.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: a dark swatch with one high bar is a head that reads one place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>over %n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadPage</name>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything one head did while the answer was written: which blocks it opened for which word, and how much of its attention went to memory. Step through the heads with Page up and Page down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: a dark column is a block that the head held on to over many words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Solo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide in views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous head (Page up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next head (Page down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words x blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words x blocks of one head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory and local share per word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top blocks of the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a head in the ranking or in the grid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gate, max %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word %1 “%2”, block %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadRanking</name>
    <message>
        <source>Head ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep as head set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A head is one of the model&apos;s readers; each opens its own blocks. Tick the ones that interest you and keep them as a set: all views can be narrowed to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: a head with a large memory share and low entropy reads one place of the document closely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many heads to tick</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Across</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick heads first</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n head(s) ticked</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::HeadScatter</name>
    <message>
        <source>Two statistics of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadsData</name>
    <message>
        <source>Ask a question to see which blocks were opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This answer has no stored trace.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadsModel</name>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeadsView</name>
    <message>
        <source>Ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::HeatmapView</name>
    <message>
        <source>max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a question to see which blocks were opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2, %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not opened</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::LayersView</name>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row is a layer of the model, each column a block of the document; the stronger the colour, the more a head of that layer looked at the block. Double click a layer to see its heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: a bright cell in row 16, column 329 means that a head of layer 16 spent much of its attention on block 329.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strongest cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How cells are joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all layers and blocks (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All words so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head set: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The %n head(s) with most evidence</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>All words of the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 over %3 and %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L%1.H%2, block %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1, block %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::LibraryController</name>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory was discarded. Text and answers are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::MainWindow</name>
    <message>
        <source>Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 - Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file to open in this folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1, part %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be opened.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is encrypted. Its password:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session is open in another window. Here it can be read, not changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no page called %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents (*.pdf *.epub *.docx *.html *.htm *.xhtml *.md *.markdown *.rst *.txt);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was moved to the trash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md);;Web page (*.html);;JSON lines (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a copy without the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cairn session (*.db)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::MessageBar</name>
    <message>
        <source>Hide details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::OpenedByPlot</name>
    <message>
        <source>Opened by: layer and head</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Opened by %1 of %n head(s), largest gate %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: gate %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not open this block</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::PageThumbnails</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::PdfDocView</name>
    <message>
        <source>Document pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening the pages…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page could not be drawn.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::Plot</name>
    <message>
        <source>gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per token and head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per token and group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared by all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared by all tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paragraph(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>local window</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) and local window</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::PlotPanel</name>
    <message>
        <source>PNG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG, double size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG, 300 dpi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NPY</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this plot shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maximise this panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights show where the model looked. Use Remove and re-score to test influence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore this panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as plot</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::PlotTable</name>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RankPlot</name>
    <message>
        <source>Rank over the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Opened for %1 of %n word(s), first for %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>word 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word %1 “%2”: rank %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word %1 “%2”: not opened</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ReaderArea</name>
    <message>
        <source>Open documents</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ReaderHeader</name>
    <message>
        <source>Page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page as printed, or text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat on words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only relevant pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask a question to see which words were looked at.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ReadingBar</name>
    <message>
        <source>Read part of the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is read stays.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::RecentDelegate</name>
    <message>
        <source>Today, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::RulerView</name>
    <message>
        <source>Evidence along the document</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::SettingsDialog</name>
    <message>
        <source>The model that comes with Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (cannot be used)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use: %1, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence of the model: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use: %1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page images, may be deleted: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These settings: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything stays on this computer: no connection, telemetry or update check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine on %1: the text is sent there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents are copied as text into their session; your files are never changed. Questions, answers and notes are kept in the session’s folder and nowhere else. Pictures and fonts that a document names on the network are not fetched. Pages are drawn and files are taken apart by a separate process that can open nothing else. The log holds numbers and error codes, never words of your documents.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers of the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another command to start the engine with, for example on another computer: ssh gpu cairn-engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another model, other numbers: documents are read again with them when they are opened next. The engine restarts by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Font</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Font size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system’s font</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change keys …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 bit: half the room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bit: closest to the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When it takes at most 10 minutes and a tenth of the free space; else Cairn asks first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Font of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system’s book font</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::SharePlot</name>
    <message>
        <source>Memory and local share per word</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Mean memory share %1 over %n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>local</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word %1 “%2”: memory %3, local %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ShortcutModel</name>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ShortcutSheet</name>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys of all actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New keys:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose an action to change its keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the key of “%2”. Choose another one, or change that one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::SidePanel</name>
    <message>
        <source>Library and session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evidence, page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents of the session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found in the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This document has no headings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No documents yet. Books and papers that you open are listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s) found</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::SidePresenter</name>
    <message>
        <source>This note is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This question is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::StartPage</name>
    <message>
        <source>Reads long documents, answers questions about them, and shows which words it looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything stays on this computer: no connection, telemetry or update check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::StatusLine</name>
    <message>
        <source>Every question, answer, note and place is saved by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read part of the document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine on %1: the text is sent there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything stays on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection, telemetry or update check.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::StatusPresenter</name>
    <message>
        <source>Saving ...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading paused for the answer, %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1 %, %2 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is not responding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is starting again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine has stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2 layers, %3 heads, blocks of %4 tokens
Licence: %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is being loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the engine again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::StepsView</name>
    <message>
        <source>It is read once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block by block, with the time left in view. The text can be read and searched at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer is written from the blocks the model opens, with numbered citations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A click on any answer word marks the exact words that were looked at.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::StudyDock</name>
    <message>
        <source>Evidence</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::TextDocView</name>
    <message>
        <source>Document text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ThumbnailModel</name>
    <message>
        <source>Page %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evidence %1 % of the strongest page</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each row is a word of the answer, each column a block of the document; the stronger the colour, the more the model looked at the block while it wrote that word. Step through the words to see every view follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: a bright stripe over three rows means that three words in a row rest on the same passage.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One word back ([)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One word on (])</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play the answer word by word (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word of the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 over %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”, block %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ToolBar</name>
    <message>
        <source>of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page label to go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
