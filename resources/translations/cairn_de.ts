<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ActionWords</name>
    <message>
        <source>load directory package copy</source>
        <translation>laden Verzeichnis Paket Kopie</translation>
    </message>
    <message>
        <source>help manual guide documentation tutorial</source>
        <translation>Hilfe Anleitung Dokumentation Einführung</translation>
    </message>
    <message>
        <source>append import files more</source>
        <translation>anhängen importieren Dateien weitere ergänzen</translation>
    </message>
    <message>
        <source>document</source>
        <translation>Dokument Tab</translation>
    </message>
    <message>
        <source>restore undo</source>
        <translation>wiederherstellen rückgängig Tab</translation>
    </message>
    <message>
        <source>save report conversation Markdown HTML JSON web page</source>
        <translation>speichern sichern Bericht Gespräch Markdown HTML JSON Webseite</translation>
    </message>
    <message>
        <source>trace weights data CSV NumPy table save</source>
        <translation>Spur Trace Gewichte Daten CSV NumPy Tabelle speichern</translation>
    </message>
    <message>
        <source>import load JSON</source>
        <translation>importieren laden JSON</translation>
    </message>
    <message>
        <source>export package share backup archive session</source>
        <translation>exportieren Paket teilen weitergeben Sicherung Backup Archiv Sitzung</translation>
    </message>
    <message>
        <source>exit close leave end</source>
        <translation>schließen verlassen Ende</translation>
    </message>
    <message>
        <source>again repeat</source>
        <translation>nochmals wiederholen</translation>
    </message>
    <message>
        <source>search text words</source>
        <translation>finden Text Wörter</translation>
    </message>
    <message>
        <source>search hit match result</source>
        <translation>finden Treffer Ergebnis</translation>
    </message>
    <message>
        <source>find everywhere all sessions</source>
        <translation>finden überall alle Sitzungen</translation>
    </message>
    <message>
        <source>search semantic attention similar</source>
        <translation>finden semantisch Aufmerksamkeit ähnlich</translation>
    </message>
    <message>
        <source>jump number section heading outline contents</source>
        <translation>springen Nummer Abschnitt Überschrift Gliederung Inhalt</translation>
    </message>
    <message>
        <source>history place navigate</source>
        <translation>Verlauf Stelle navigieren</translation>
    </message>
    <message>
        <source>zoom in bigger magnify font size</source>
        <translation>Zoom vergrößern Schriftgröße</translation>
    </message>
    <message>
        <source>zoom out shrink font size</source>
        <translation>Zoom verkleinern Schriftgröße</translation>
    </message>
    <message>
        <source>zoom reset 100 % font text</source>
        <translation>Zoom zurücksetzen 100 % Schrift Text</translation>
    </message>
    <message>
        <source>PDF layout original</source>
        <translation>PDF Layout Original</translation>
    </message>
    <message>
        <source>plain reflow</source>
        <translation>Fließtext einfach</translation>
    </message>
    <message>
        <source>charset UTF-8 Latin-1 umlauts characters</source>
        <translation>Zeichensatz Codierung UTF-8 Latin-1 Umlaute</translation>
    </message>
    <message>
        <source>invisible whitespace control marks</source>
        <translation>unsichtbare Leerzeichen Steuerzeichen</translation>
    </message>
    <message>
        <source>warnings problems import</source>
        <translation>Warnungen Probleme Import</translation>
    </message>
    <message>
        <source>thumbnails previews</source>
        <translation>Vorschaubilder Miniaturen</translation>
    </message>
    <message>
        <source>split view</source>
        <translation>geteilte Ansicht teilen</translation>
    </message>
    <message>
        <source>sidebar left show hide library outline notes</source>
        <translation>links zeigen ausblenden Bibliothek Gliederung Notizen</translation>
    </message>
    <message>
        <source>right dock show hide charts</source>
        <translation>rechts zeigen ausblenden Charts</translation>
    </message>
    <message>
        <source>maximise whole</source>
        <translation>maximieren ganzer Bildschirm</translation>
    </message>
    <message>
        <source>focus switch panel</source>
        <translation>Fokus wechseln</translation>
    </message>
    <message>
        <source>enlarge view dock</source>
        <translation>vergrößern</translation>
    </message>
    <message>
        <source>start resume continue process</source>
        <translation>beginnen starten fortsetzen weiter verarbeiten</translation>
    </message>
    <message>
        <source>stop halt</source>
        <translation>stoppen pausieren</translation>
    </message>
    <message>
        <source>title name</source>
        <translation>Titel Name</translation>
    </message>
    <message>
        <source>copy clone</source>
        <translation>kopieren klonen</translation>
    </message>
    <message>
        <source>folder disk drive place</source>
        <translation>Ordner Festplatte Laufwerk</translation>
    </message>
    <message>
        <source>free disk space delete clean up storage</source>
        <translation>Speicherplatz freigeben löschen aufräumen</translation>
    </message>
    <message>
        <source>reread update model</source>
        <translation>aktualisieren erneut</translation>
    </message>
    <message>
        <source>cancel abort</source>
        <translation>stoppen anhalten</translation>
    </message>
    <message>
        <source>repeat retry regenerate</source>
        <translation>wiederholen erneut neu</translation>
    </message>
    <message>
        <source>continue reply conversation</source>
        <translation>weiterfragen nachfragen Gespräch</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>Zwischenablage Zitat</translation>
    </message>
    <message>
        <source>change branch rephrase</source>
        <translation>bearbeiten Zweig umformulieren</translation>
    </message>
    <message>
        <source>remove trash</source>
        <translation>entfernen Papierkorb</translation>
    </message>
    <message>
        <source>trash bin restore put back undelete</source>
        <translation>Papierkorb wiederherstellen zurückholen</translation>
    </message>
    <message>
        <source>citation passage source</source>
        <translation>Fundstelle Zitat Quelle Textstelle</translation>
    </message>
    <message>
        <source>sources passages citations blocks</source>
        <translation>Quellen Textstellen Fundstellen Zitate Blöcke</translation>
    </message>
    <message>
        <source>heatmap heat map attention plot chart</source>
        <translation>Heatmap Wärmekarte Aufmerksamkeit Diagramm</translation>
    </message>
    <message>
        <source>heatmap heat map tokens attention plot chart</source>
        <translation>Heatmap Wärmekarte Token Aufmerksamkeit Diagramm</translation>
    </message>
    <message>
        <source>heatmap heat map grid retrieval attention ranking</source>
        <translation>Heatmap Wärmekarte Raster Abruf Aufmerksamkeit Rangliste</translation>
    </message>
    <message>
        <source>histogram distribution plot chart</source>
        <translation>Histogramm Verteilung Diagramm</translation>
    </message>
    <message>
        <source>difference diff side</source>
        <translation>Unterschied Differenz</translation>
    </message>
    <message>
        <source>strategy selection stable variants parameters</source>
        <translation>Strategie Auswahl stabil Varianten Parameter</translation>
    </message>
    <message>
        <source>evaluation needle haystack benchmark report heatmap grid curves</source>
        <translation>Auswertung Evaluation Nadel Heuhaufen Needle Benchmark Bericht Heatmap Raster Kurven</translation>
    </message>
    <message>
        <source>mark place favourite</source>
        <translation>merken Stelle Favorit</translation>
    </message>
    <message>
        <source>mark annotate colour</source>
        <translation>hervorheben anstreichen Farbe</translation>
    </message>
    <message>
        <source>keep always passage include</source>
        <translation>festhalten immer Textstelle</translation>
    </message>
    <message>
        <source>exclude ignore block mask passage</source>
        <translation>ausschließen ignorieren Textstelle</translation>
    </message>
    <message>
        <source>command palette search</source>
        <translation>Befehl Befehlspalette finden</translation>
    </message>
    <message>
        <source>keys hotkeys help</source>
        <translation>Tasten Tastaturkürzel Shortcuts Hilfe</translation>
    </message>
    <message>
        <source>version licence copyright</source>
        <translation>Version Lizenz Urheberrecht</translation>
    </message>
    <message>
        <source>load import document book paper PDF EPUB Word OpenDocument ODT text</source>
        <translation>laden importieren Dokument Buch Aufsatz Artikel PDF EPUB Word OpenDocument ODT Text</translation>
    </message>
    <message>
        <source>create start empty close</source>
        <translation>anlegen erstellen beginnen leer schließen</translation>
    </message>
    <message>
        <source>paper printer preview save as PDF export</source>
        <translation>Papier Drucker Vorschau als PDF speichern exportieren</translation>
    </message>
    <message>
        <source>preferences options configuration change switch language theme dark light font colours model device GPU threads folder storage keys shortcuts</source>
        <translation>Optionen Konfiguration ändern umschalten Sprache Design dunkel hell Schrift Farben Modell Gerät GPU Threads Ordner Speicher Tasten Tastenkürzel</translation>
    </message>
    <message>
        <source>delete remove bin session</source>
        <translation>löschen entfernen Sitzung</translation>
    </message>
    <message>
        <source>query prompt chat settings temperature seed strategy spoiler limit</source>
        <translation>fragen Eingabe Prompt Chat Einstellungen Temperatur Startwert Strategie Spoiler begrenzen</translation>
    </message>
    <message>
        <source>sweep whole book sections summary summarise summarize</source>
        <translation>ganzes Buch Abschnitte Zusammenfassung zusammenfassen</translation>
    </message>
    <message>
        <source>new comment annotate annotation</source>
        <translation>neu Kommentar anmerken Anmerkung</translation>
    </message>
    <message>
        <source>paste insert copied text</source>
        <translation>einfügen kopierter Text</translation>
    </message>
    <message>
        <source>remove without ablation bar blocks influence cause</source>
        <translation>entfernen weglassen ohne Ablation sperren Blöcke Einfluss Ursache</translation>
    </message>
    <message>
        <source>remove verify check ablation</source>
        <translation>entfernen weglassen bestätigen nachprüfen Ablation</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Open a session folder…</source>
        <translation>Sitzungsordner öffnen …</translation>
    </message>
    <message>
        <source>Open the handbook</source>
        <translation>Handbuch öffnen</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Reiter schließen</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Reiter wieder öffnen</translation>
    </message>
    <message>
        <source>Export answers…</source>
        <translation>Antworten exportieren …</translation>
    </message>
    <message>
        <source>Save a copy without the memory…</source>
        <translation>Kopie ohne Gedächtnis speichern …</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>In diesem Dokument suchen</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Find passages by meaning…</source>
        <translation>Stellen nach Bedeutung suchen …</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>Show pages</source>
        <translation>Seiten zeigen</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>Text zeigen</translation>
    </message>
    <message>
        <source>Side panel</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>Evidence and plots</source>
        <translation>Belege und Diagramme</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Maximise panel</source>
        <translation>Ansicht maximieren</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Pause reading</source>
        <translation>Lesen anhalten</translation>
    </message>
    <message>
        <source>Rename session…</source>
        <translation>Sitzung umbenennen …</translation>
    </message>
    <message>
        <source>Duplicate session</source>
        <translation>Sitzung duplizieren</translation>
    </message>
    <message>
        <source>Discard memory, keep text and answers</source>
        <translation>Gedächtnis verwerfen, Text und Antworten behalten</translation>
    </message>
    <message>
        <source>Move session to the trash</source>
        <translation>Sitzung in den Papierkorb legen</translation>
    </message>
    <message>
        <source>Read again with this model</source>
        <translation>Mit diesem Modell neu lesen</translation>
    </message>
    <message>
        <source>Ask a question</source>
        <translation>Frage stellen</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort abbrechen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>Ask a follow-up</source>
        <translation>Anschlussfrage stellen</translation>
    </message>
    <message>
        <source>Copy the answer with citations</source>
        <translation>Antwort mit Fundstellen kopieren</translation>
    </message>
    <message>
        <source>Edit the question and ask again</source>
        <translation>Frage ändern und neu stellen</translation>
    </message>
    <message>
        <source>Delete the question and its answers</source>
        <translation>Frage und ihre Antworten löschen</translation>
    </message>
    <message>
        <source>Next evidence</source>
        <translation>Nächster Beleg</translation>
    </message>
    <message>
        <source>Previous evidence</source>
        <translation>Voriger Beleg</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Unique blocks</source>
        <translation>Verschiedene Blöcke</translation>
    </message>
    <message>
        <source>Compare two answers</source>
        <translation>Zwei Antworten vergleichen</translation>
    </message>
    <message>
        <source>Removal test</source>
        <translation>Weglasstest</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add a bookmark</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>Aktion suchen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Cairn</source>
        <translation>Über Cairn</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>&amp;Sitzung</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>S&amp;tudy</source>
        <translation>&amp;Untersuchen</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>Fe&amp;nster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Recent sessions</source>
        <translation>Zuletzt geöffnete Sitzungen</translation>
    </message>
    <message>
        <source>Page pictures</source>
        <translation>Bilder der Seiten</translation>
    </message>
    <message>
        <source>Confirm citations by removal</source>
        <translation>Fundstellen durch Entfernen prüfen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Two places side by side</source>
        <translation>Zwei Stellen nebeneinander</translation>
    </message>
    <message>
        <source>Ask every chapter</source>
        <translation>Jedes Kapitel fragen</translation>
    </message>
    <message>
        <source>Open measured results…</source>
        <translation>Messergebnisse öffnen …</translation>
    </message>
    <message>
        <source>Add documents to this session…</source>
        <translation>Dokumente zu dieser Sitzung hinzufügen …</translation>
    </message>
    <message>
        <source>Ask with other settings</source>
        <translation>Mit anderen Einstellungen fragen</translation>
    </message>
    <message>
        <source>Print the answer…</source>
        <translation>Antwort drucken ...</translation>
    </message>
    <message>
        <source>Text encoding…</source>
        <translation>Zeichenkodierung ...</translation>
    </message>
    <message>
        <source>Deleted answers…</source>
        <translation>Gelöschte Antworten …</translation>
    </message>
    <message>
        <source>Bring in exported answers…</source>
        <translation>Exportierte Antworten einlesen …</translation>
    </message>
    <message>
        <source>Print the document…</source>
        <translation>Dokument drucken ...</translation>
    </message>
    <message>
        <source>Discard memories of other sessions…</source>
        <translation>Gedächtnisse anderer Sitzungen verwerfen …</translation>
    </message>
    <message>
        <source>Highlight the selection</source>
        <translation>Auswahl markieren</translation>
    </message>
    <message>
        <source>Pin the selection for the next questions</source>
        <translation>Auswahl für die nächsten Fragen anheften</translation>
    </message>
    <message>
        <source>Bar the selection from the next questions</source>
        <translation>Auswahl für die nächsten Fragen sperren</translation>
    </message>
    <message>
        <source>Remarks on the document…</source>
        <translation>Anmerkungen zum Dokument ...</translation>
    </message>
    <message>
        <source>Delete this answer only</source>
        <translation>Nur diese Antwort löschen</translation>
    </message>
    <message>
        <source>Export what was opened…</source>
        <translation>Geöffnetes exportieren …</translation>
    </message>
    <message>
        <source>Move session…</source>
        <translation>Sitzung verschieben …</translation>
    </message>
    <message>
        <source>Hidden characters</source>
        <translation>Verborgene Zeichen</translation>
    </message>
    <message>
        <source>Go to page or chapter</source>
        <translation>Gehe zu Seite oder Kapitel</translation>
    </message>
    <message>
        <source>New document from the clipboard</source>
        <translation>Neues Dokument aus der Zwischenablage</translation>
    </message>
</context>
<context>
    <name>BlockCard</name>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n Kopf</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BlockReasons</name>
    <message>
        <source>The last words of the text do not fill a block yet: they can&apos;t be removed, barred or pinned.</source>
        <translation>Die letzten Wörter des Textes füllen noch keinen Block: sie lassen sich nicht entfernen, sperren oder anheften.</translation>
    </message>
    <message>
        <source>This block belongs to no document.</source>
        <translation>Dieser Block gehört zu keinem Dokument.</translation>
    </message>
    <message>
        <source>Documents were removed, or read again in another way, since this answer, and its memory is no more: ask again to test the new answer.</source>
        <translation>Seit dieser Antwort wurden Dokumente entfernt oder anders neu gelesen; ihr Gedächtnis gibt es nicht mehr. Fragen Sie noch einmal, um die neue Antwort zu prüfen.</translation>
    </message>
</context>
<context>
    <name>Device</name>
    <message>
        <source>plain instructions</source>
        <translation>einfache Befehle</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n thread(s), %1</source>
        <translation>
            <numerusform>CPU, %n Thread, %1</numerusform>
            <numerusform>CPU, %n Threads, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>landmark model</source>
        <translation>Modell mit Landmarken</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>bounds</source>
        <translation>Schranken</translation>
    </message>
</context>
<context>
    <name>DocumentFacts</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln Block</numerusform>
            <numerusform>%Ln Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1”: %2.</source>
        <translation>„%1“: %2.</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) are here.</source>
        <translation>
            <numerusform>%n Dokument ist da.</numerusform>
            <numerusform>%n Dokumente sind da.</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2 blocks</source>
        <translation>%L1 von %L2 Blöcken</translation>
    </message>
    <message>
        <source>the last answer up to where it was cut off</source>
        <translation>letzte Antwort bis zu ihrem Abbruch</translation>
    </message>
    <message>
        <source>last answer present</source>
        <translation>letzte Antwort vorhanden</translation>
    </message>
    <message>
        <source>Cairn did not end as it should the last time. What was saved is here: %1.</source>
        <translation>Cairn endete beim letzten Mal nicht, wie es soll. Was gespeichert war, ist da: %1.</translation>
    </message>
    <message>
        <source>Nothing can be written where this session lies: here it can only be read. A copy of it can be asked.</source>
        <translation>Wo diese Sitzung liegt, kann nichts geschrieben werden: Hier kann sie nur gelesen werden. Eine Kopie kann befragt werden.</translation>
    </message>
    <message>
        <source>A newer Cairn saved this session: here it can only be read. Update Cairn to ask.</source>
        <translation>Ein neueres Cairn hat diese Sitzung gespeichert: Hier kann sie nur gelesen werden. Cairn aktualisieren, um zu fragen.</translation>
    </message>
    <message>
        <source>This session is open in another window. Here it can only be read until it is closed there.</source>
        <translation>Diese Sitzung ist in einem anderen Fenster geöffnet. Hier kann sie nur gelesen werden, bis sie dort geschlossen wird.</translation>
    </message>
</context>
<context>
    <name>Encodings</name>
    <message>
        <source>Western European</source>
        <translation>Westeuropäisch</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Mitteleuropäisch</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>Baltisch</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Kyrillisch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Türkisch</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebräisch</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thailändisch</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamesisch</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
    <message>
        <source>DOS</source>
        <translation>DOS</translation>
    </message>
</context>
<context>
    <name>ImportRemarks</name>
    <message>
        <source>Made the import worker crash and was left out: p. %1.</source>
        <translation>Brachte den Importprozess zum Absturz und wurde ausgelassen: S. %1.</translation>
    </message>
    <message>
        <source>Took too long to read and was left out: p. %1.</source>
        <translation>Dauerte zu lange und wurde ausgelassen: S. %1.</translation>
    </message>
    <message>
        <source>No text on p. %1.</source>
        <translation>Kein Text auf S. %1.</translation>
    </message>
    <message>
        <source>Only a picture, which Cairn can&apos;t read: p. %1.</source>
        <translation>Nur ein Bild, das Cairn nicht lesen kann: S. %1.</translation>
    </message>
    <message>
        <source>Letters may be wrong, the fonts don&apos;t say which ones they draw: p. %1.</source>
        <translation>Buchstaben können falsch sein, die Schriften sagen nicht, welche sie zeichnen: S. %1.</translation>
    </message>
    <message>
        <source>Letters are missing inside words, a font doesn&apos;t say which ones: p. %1.</source>
        <translation>In Wörtern fehlen Buchstaben, eine Schrift sagt nicht, welche: S. %1.</translation>
    </message>
    <message>
        <source>Text typed into fields or onto pages can&apos;t be read and was left out.</source>
        <translation>Text, der in Felder oder auf Seiten getippt wurde, kann nicht gelesen werden und fehlt.</translation>
    </message>
    <message>
        <source>Text may be incomplete: fonts of this computer could not be used while reading.</source>
        <translation>Der Text kann unvollständig sein: Schriften dieses Rechners konnten beim Einlesen nicht benutzt werden.</translation>
    </message>
    <message>
        <source>The part %1 is a picture or of an unknown type and was left out.</source>
        <translation>Der Teil %1 ist ein Bild oder von unbekannter Art und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Attached files are not read: %1.</source>
        <translation>Angehängte Dateien werden nicht gelesen: %1.</translation>
    </message>
    <message>
        <source>The file is damaged, and what is behind the fault was left out.</source>
        <translation>Die Datei ist beschädigt, und was hinter dem Fehler steht, wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Comments in the margin that were left out: %1.</source>
        <translation>Kommentare am Rand, die ausgelassen wurden: %1.</translation>
    </message>
    <message>
        <source>The part %1 is damaged and was left out.</source>
        <translation>Der Teil %1 ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The part %1 is missing from the book.</source>
        <translation>Der Teil %1 fehlt im Buch.</translation>
    </message>
    <message>
        <source>The part %1 is damaged, so headings or numbers may be missing.</source>
        <translation>Der Teil %1 ist beschädigt, Überschriften oder Zahlen können fehlen.</translation>
    </message>
    <message>
        <source>A document type inside the text was left out.</source>
        <translation>Eine Dokumenttyp-Angabe im Text wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Bytes that are not valid text became replacement characters: %1.</source>
        <translation>Bytes, die kein gültiger Text sind, wurden zu Ersatzzeichen: %1.</translation>
    </message>
    <message>
        <source>The text was read as %1, as it was chosen.</source>
        <translation>Der Text wurde wie gewählt als %1 gelesen.</translation>
    </message>
    <message>
        <source>The text is not UTF-8 and was read as %1; if letters look wrong, choose another encoding.</source>
        <translation>Der Text ist kein UTF-8 und wurde als %1 gelesen; sehen Buchstaben falsch aus, eine andere Kodierung wählen.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
</context>
<context>
    <name>OwnWords</name>
    <message>
        <source>The text does not say.</source>
        <translation>Der Text sagt es nicht.</translation>
    </message>
    <message>
        <source>The text does not seem to say.</source>
        <translation>Der Text scheint es nicht zu sagen.</translation>
    </message>
</context>
<context>
    <name>Quotation</name>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>ReadingBar</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln Block</numerusform>
            <numerusform>%Ln Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>Read up to block %1</source>
        <translation>Gelesen bis Block %1</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Noch nicht gelesen</translation>
    </message>
    <message>
        <source>under 1 min</source>
        <translation>unter 1 min</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>block %1 of %2</source>
        <translation>Block %1 von %2</translation>
    </message>
    <message>
        <source>p. %1</source>
        <translation>S. %1</translation>
    </message>
    <message>
        <source>p. %1 of %2</source>
        <translation>S. %1 von %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>Paused at %1</source>
        <translation>Angehalten bei %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>Liest %1</translation>
    </message>
    <message>
        <source>Read in part.</source>
        <translation>Zum Teil gelesen.</translation>
    </message>
    <message>
        <source>Not read yet.</source>
        <translation>Noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Paused at %1 %</source>
        <translation>Angehalten bei %1 %</translation>
    </message>
    <message>
        <source>Reading, %1 left</source>
        <translation>Wird gelesen, noch %1</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Paused for the answer at %1</source>
        <translation>Pause für die Antwort bei %1</translation>
    </message>
    <message>
        <source>Paused for the answer</source>
        <translation>Pause für die Antwort</translation>
    </message>
    <message>
        <source>Reading on needs %1; %2 is free on %3. What is read stays.</source>
        <translation>Weiterlesen braucht %1; auf %3 sind %2 frei. Was gelesen ist, bleibt.</translation>
    </message>
    <message>
        <source>Reading needs %1; %2 is free on %3. Nothing was changed.</source>
        <translation>Das Lesen braucht %1; auf %3 sind %2 frei. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>only %1 free</source>
        <translation>nur %1 frei</translation>
    </message>
    <message>
        <source>%1 needed, %2 free</source>
        <translation>%1 nötig, %2 frei</translation>
    </message>
    <message>
        <source>Memory discarded</source>
        <translation>Gedächtnis verworfen</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>There is no file &quot;%1&quot;. Check the name.</source>
        <translation>Es gibt keine Datei „%1“. Prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>You may not read &quot;%1&quot;. Change its permissions, or choose a copy of it.</source>
        <translation>„%1“ dürfen Sie nicht lesen. Ändern Sie die Rechte, oder wählen Sie eine Kopie.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a device or a socket, not a file. Choose a document.</source>
        <translation>„%1“ ist ein Gerät oder Socket, keine Datei. Wählen Sie ein Dokument.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; can&apos;t be opened (%2). Check the disk and try again.</source>
        <translation>„%1“ lässt sich nicht öffnen (%2). Prüfen Sie den Datenträger, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a folder. Choose a document inside it.</source>
        <translation>„%1“ ist ein Ordner. Wählen Sie ein Dokument darin.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a regular file (a pipe, socket or device). Choose a document.</source>
        <translation>„%1“ ist keine gewöhnliche Datei (sondern Pipe, Socket oder Gerät). Wählen Sie ein Dokument.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is empty. Choose another file.</source>
        <translation>„%1“ ist leer. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is larger than 2 GiB. Split it and open the parts.</source>
        <translation>„%1“ ist größer als 2 GiB. Teilen Sie die Datei, und öffnen Sie die Teile.</translation>
    </message>
    <message>
        <source>This is not a file that can be read. Choose a document.</source>
        <translation>Das ist keine lesbare Datei. Wählen Sie ein Dokument.</translation>
    </message>
    <message>
        <source>This file is empty. Choose another file.</source>
        <translation>Diese Datei ist leer. Wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>This file is larger than 2 GiB. Split it and open the parts.</source>
        <translation>Diese Datei ist größer als 2 GiB. Teilen Sie sie, und öffnen Sie die Teile.</translation>
    </message>
    <message>
        <source>This file is too large to be read on this computer. Split it and open the parts.</source>
        <translation>Diese Datei ist zu groß für diesen Rechner. Teilen Sie sie, und öffnen Sie die Teile.</translation>
    </message>
    <message>
        <source>This file can&apos;t be read from its disk. Check the disk and try again.</source>
        <translation>Diese Datei lässt sich nicht von ihrem Datenträger lesen. Prüfen Sie ihn, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The file can&apos;t be read. Check the disk and try again.</source>
        <translation>Die Datei lässt sich nicht lesen. Prüfen Sie den Datenträger, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This file&apos;s text doesn&apos;t fit into memory. Close some programs and try again.</source>
        <translation>Der Text dieser Datei passt nicht in den Arbeitsspeicher. Schließen Sie einige Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The import can&apos;t get memory for its result. Close some programs and try again.</source>
        <translation>Der Import bekommt keinen Arbeitsspeicher für sein Ergebnis. Schließen Sie einige Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>There is not enough memory to read the document; close other programs and try again.</source>
        <translation>Zum Lesen des Dokuments fehlt Arbeitsspeicher; schließen Sie andere Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>There is not enough memory to unpack the document; close other programs and try again.</source>
        <translation>Zum Entpacken des Dokuments fehlt Arbeitsspeicher; schließen Sie andere Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Reading this file needs more than the 2 GiB that an import may use. Split it and open the parts.</source>
        <translation>Das Einlesen dieser Datei braucht mehr als die 2 GiB, die ein Import nutzen darf. Teilen Sie sie, und öffnen Sie die Teile.</translation>
    </message>
    <message>
        <source>Cairn can&apos;t read this kind of document. Save it as PDF and open that.</source>
        <translation>Diese Art von Dokument kann Cairn nicht lesen. Speichern Sie es als PDF, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is an old Microsoft Office file (.doc, .xls or .ppt), which Cairn can&apos;t read. Save it as DOCX or PDF and open that.</source>
        <translation>Das ist eine alte Microsoft-Office-Datei (.doc, .xls oder .ppt), die Cairn nicht lesen kann. Speichern Sie sie als DOCX oder PDF, und öffnen Sie diese.</translation>
    </message>
    <message>
        <source>This is a picture, not text. Cairn can&apos;t read pictures. Run it through an OCR program and open the result.</source>
        <translation>Das ist ein Bild, kein Text. Bilder kann Cairn nicht lesen. Lassen Sie ein Texterkennungsprogramm (OCR) darüber laufen, und öffnen Sie das Ergebnis.</translation>
    </message>
    <message>
        <source>This is a Kindle or Mobipocket book, which Cairn can&apos;t read. Convert it to EPUB and open that.</source>
        <translation>Das ist ein Kindle- oder Mobipocket-Buch, das Cairn nicht lesen kann. Wandeln Sie es in EPUB um, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a compressed archive. Unpack it and open the documents inside.</source>
        <translation>Das ist ein gepacktes Archiv. Entpacken Sie es, und öffnen Sie die Dokumente darin.</translation>
    </message>
    <message>
        <source>This is a document of Apple&apos;s Pages, Numbers or Keynote, which Cairn can&apos;t read. Export it as DOCX or PDF and open that.</source>
        <translation>Das ist ein Dokument aus Apples Pages, Numbers oder Keynote, das Cairn nicht lesen kann. Exportieren Sie es als DOCX oder PDF, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a Word document in one XML file, which Cairn can&apos;t read. Save it as DOCX and open that.</source>
        <translation>Das ist ein Word-Dokument in einer einzigen XML-Datei, das Cairn nicht lesen kann. Speichern Sie es als DOCX, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a DocBook file, which Cairn can&apos;t read. Convert it to HTML or EPUB and open that.</source>
        <translation>Das ist eine DocBook-Datei, die Cairn nicht lesen kann. Wandeln Sie sie in HTML oder EPUB um, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a TEI file, which Cairn can&apos;t read. Convert it to HTML or EPUB and open that.</source>
        <translation>Das ist eine TEI-Datei, die Cairn nicht lesen kann. Wandeln Sie sie in HTML oder EPUB um, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is an XML file of a kind that Cairn can&apos;t read. Save it as HTML, DOCX or EPUB and open that.</source>
        <translation>Das ist eine XML-Datei einer Art, die Cairn nicht lesen kann. Speichern Sie sie als HTML, DOCX oder EPUB, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a PostScript file, which Cairn can&apos;t read. Convert it to PDF (ps2pdf) and open that.</source>
        <translation>Das ist eine PostScript-Datei, die Cairn nicht lesen kann. Wandeln Sie sie in PDF um (ps2pdf), und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a DjVu file, which Cairn can&apos;t read. Convert it to PDF with text and open that.</source>
        <translation>Das ist eine DjVu-Datei, die Cairn nicht lesen kann. Wandeln Sie sie in ein PDF mit Text um, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This PDF is a form that only Adobe&apos;s programs can show (XFA). Print it into a PDF with one of them and open that.</source>
        <translation>Diese PDF-Datei ist ein Formular, das nur Programme von Adobe zeigen können (XFA). Drucken Sie es mit einem davon in eine PDF-Datei, und öffnen Sie diese.</translation>
    </message>
    <message>
        <source>This is a recording, not text. Cairn can&apos;t hear or watch it. Open a transcript of it.</source>
        <translation>Das ist eine Aufnahme, kein Text. Cairn kann sie weder hören noch ansehen. Öffnen Sie eine Abschrift davon.</translation>
    </message>
    <message>
        <source>This is a mail of Outlook, which Cairn can&apos;t read. Save it as EML, HTML or text and open that.</source>
        <translation>Das ist eine Mail von Outlook, die Cairn nicht lesen kann. Speichern Sie sie als EML, HTML oder Text, und öffnen Sie diese Datei.</translation>
    </message>
    <message>
        <source>This is a program, not a document. Choose a document.</source>
        <translation>Das ist ein Programm, kein Dokument. Wählen Sie ein Dokument.</translation>
    </message>
    <message>
        <source>This is a spreadsheet or a presentation, which Cairn can&apos;t read. Save it as PDF and open that.</source>
        <translation>Das ist eine Tabelle oder Präsentation, die Cairn nicht lesen kann. Speichern Sie sie als PDF, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This file is called .%1 but doesn&apos;t begin like one; it may be damaged or of another kind. Get a fresh copy, or rename it if it is plain text.</source>
        <translation>Diese Datei heißt .%1, beginnt aber nicht so; sie kann beschädigt oder von anderer Art sein. Holen Sie eine neue Kopie, oder benennen Sie sie um, wenn sie reiner Text ist.</translation>
    </message>
    <message>
        <source>The document is empty; choose a file that holds text.</source>
        <translation>Das Dokument ist leer; wählen Sie eine Datei, die Text enthält.</translation>
    </message>
    <message>
        <source>The document is empty: it holds no text. Choose another file.</source>
        <translation>Das Dokument ist leer: Es enthält keinen Text. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The document holds no text; if its pages are pictures, run a text recognition program (OCR) on it and open the result.</source>
        <translation>Das Dokument enthält keinen Text; sind seine Seiten Bilder, lassen Sie ein Texterkennungsprogramm (OCR) darüber laufen, und öffnen Sie das Ergebnis.</translation>
    </message>
    <message>
        <source>The document&apos;s text lies in a file inside it, of a kind that Cairn can&apos;t read; open it in a word processor and save it again as DOCX.</source>
        <translation>Der Text des Dokuments liegt in einer Datei darin, deren Art Cairn nicht lesen kann; öffnen Sie es in einem Textprogramm, und speichern Sie es neu als DOCX.</translation>
    </message>
    <message>
        <source>The document holds more than 256 MiB of text; split it into parts and open them one by one.</source>
        <translation>Das Dokument enthält mehr als 256 MiB Text; teilen Sie es, und öffnen Sie die Teile einzeln.</translation>
    </message>
    <message>
        <source>The document is no text in %1. Choose another encoding.</source>
        <translation>Das Dokument ist kein Text in %1. Wählen Sie eine andere Kodierung.</translation>
    </message>
    <message>
        <source>This document has no pictures that Cairn can show.</source>
        <translation>Dieses Dokument hat keine Bilder, die Cairn zeigen kann.</translation>
    </message>
    <message>
        <source>The document has no such picture.</source>
        <translation>Das Dokument hat kein solches Bild.</translation>
    </message>
    <message>
        <source>This picture could not be drawn.</source>
        <translation>Dieses Bild ließ sich nicht zeichnen.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>The document&apos;s part %1</source>
        <translation>Der Teil %1 des Dokuments</translation>
    </message>
    <message>
        <source>The book&apos;s part %1</source>
        <translation>Der Teil %1 des Buchs</translation>
    </message>
    <message>
        <source>The document&apos;s style part</source>
        <translation>Der Teil des Dokuments mit den Formatvorlagen</translation>
    </message>
    <message>
        <source>The document&apos;s numbering part</source>
        <translation>Der Teil des Dokuments mit den Nummern</translation>
    </message>
    <message>
        <source>its elements are nested too deeply; save the document again with the program that made it.</source>
        <translation>seine Elemente sind zu tief verschachtelt; speichern Sie das Dokument neu mit dem Programm, das es gemacht hat.</translation>
    </message>
    <message>
        <source>one of its attributes is far too long; save the document again with the program that made it.</source>
        <translation>eine seiner Eigenschaften ist viel zu lang; speichern Sie das Dokument neu mit dem Programm, das es gemacht hat.</translation>
    </message>
    <message>
        <source>it holds more text than Cairn reads in one part; split the document.</source>
        <translation>er enthält mehr Text, als Cairn in einem Teil liest; teilen Sie das Dokument.</translation>
    </message>
    <message>
        <source>it declares entities of its own, which Cairn refuses for safety; save the document again with another program.</source>
        <translation>er erklärt eigene Entitäten, was Cairn aus Vorsicht ablehnt; speichern Sie das Dokument neu mit einem anderen Programm.</translation>
    </message>
    <message>
        <source>The document declares entities of its own, which Cairn refuses for safety; save it again with another program.</source>
        <translation>Das Dokument erklärt eigene Entitäten, was Cairn aus Vorsicht ablehnt; speichern Sie es neu mit einem anderen Programm.</translation>
    </message>
    <message>
        <source>%1 is too large to be read.</source>
        <translation>%1 ist zum Lesen zu groß.</translation>
    </message>
    <message>
        <source>it is damaged (%1); get a fresh copy of the file.</source>
        <translation>er ist beschädigt (%1); holen Sie eine neue Kopie der Datei.</translation>
    </message>
    <message>
        <source>The file is a zip archive but no Word document (%1 is missing); get a fresh copy of it.</source>
        <translation>Die Datei ist ein Zip-Archiv, aber kein Word-Dokument (%1 fehlt); holen Sie eine neue Kopie.</translation>
    </message>
    <message>
        <source>The document is protected by a password or in the old .doc format; open it in a word processor and save it as DOCX without a password.</source>
        <translation>Das Dokument ist mit einem Passwort geschützt oder im alten .doc-Format; öffnen Sie es in einer Textverarbeitung, und speichern Sie es als DOCX ohne Passwort.</translation>
    </message>
    <message>
        <source>The book is protected by DRM (%1), so no other program can read it; open a copy without protection.</source>
        <translation>Das Buch ist durch DRM geschützt (%1), also kann kein anderes Programm es lesen; öffnen Sie eine Kopie ohne Schutz.</translation>
    </message>
    <message>
        <source>an unnamed method</source>
        <translation>ein ungenanntes Verfahren</translation>
    </message>
    <message>
        <source>The file is a zip archive but no EPUB (%1 is missing); get a fresh copy of the book.</source>
        <translation>Die Datei ist ein Zip-Archiv, aber kein EPUB (%1 fehlt); holen Sie eine neue Kopie des Buchs.</translation>
    </message>
    <message>
        <source>The book names no parts to read; get a fresh copy of the file.</source>
        <translation>Das Buch nennt keine Teile zum Lesen; holen Sie eine neue Kopie der Datei.</translation>
    </message>
    <message>
        <source>The book consists of more than 10,000 parts; split it and open the pieces.</source>
        <translation>Das Buch besteht aus mehr als 10.000 Teilen; teilen Sie es, und öffnen Sie die Stücke.</translation>
    </message>
    <message>
        <source>The document lacks its part %1; get a fresh copy of the file.</source>
        <translation>Dem Dokument fehlt sein Teil %1; holen Sie eine neue Kopie der Datei.</translation>
    </message>
    <message>
        <source>The part %1 of the document is too large to be shown.</source>
        <translation>Der Teil %1 des Dokuments ist zum Zeigen zu groß.</translation>
    </message>
    <message>
        <source>This file could not be read: the import&apos;s result is damaged. Try again.</source>
        <translation>Diese Datei ließ sich nicht einlesen: Das Ergebnis des Imports ist beschädigt. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This file could not be read: the import&apos;s result breaks a rule (%1). Try again.</source>
        <translation>Diese Datei ließ sich nicht einlesen: Das Ergebnis des Imports verletzt eine Regel (%1). Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This file could not be read: the import worker gave no usable result. Try again.</source>
        <translation>Diese Datei ließ sich nicht einlesen: Der Importprozess gab kein brauchbares Ergebnis. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This file could not be read: the import worker sent a damaged message. Try again.</source>
        <translation>Diese Datei ließ sich nicht einlesen: Der Importprozess schickte eine beschädigte Nachricht. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The import was stopped.</source>
        <translation>Der Import wurde angehalten.</translation>
    </message>
    <message>
        <source>This file could not be read: it kept the import busy for too long without getting anywhere. It may be damaged; get a fresh copy or save it in another format.</source>
        <translation>Diese Datei ließ sich nicht einlesen: Sie hielt den Import zu lange auf, ohne voranzukommen. Sie kann beschädigt sein; holen Sie eine neue Kopie, oder speichern Sie sie in einem anderen Format.</translation>
    </message>
    <message>
        <source>This file could not be read: the import worker stopped while reading it. It may be damaged; get a fresh copy or save it in another format.</source>
        <translation>Diese Datei ließ sich nicht einlesen: Der Importprozess brach dabei ab. Sie kann beschädigt sein; holen Sie eine neue Kopie, oder speichern Sie sie in einem anderen Format.</translation>
    </message>
    <message>
        <source>This is not a password Cairn can pass on (UTF-8, at most 4,096 bytes). Check it and try again.</source>
        <translation>Dieses Passwort kann Cairn nicht weitergeben (UTF-8, höchstens 4.096 Byte). Prüfen Sie es, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The file&apos;s name or the password is too long.</source>
        <translation>Der Name der Datei oder das Passwort ist zu lang.</translation>
    </message>
    <message>
        <source>The import worker (%1) can&apos;t be started. Install Cairn again, or set CAIRN_IMPORT to it.</source>
        <translation>Der Importprozess (%1) lässt sich nicht starten. Installieren Sie Cairn neu, oder setzen Sie CAIRN_IMPORT darauf.</translation>
    </message>
    <message>
        <source>The import can&apos;t start: too many files are open. Close some programs and try again.</source>
        <translation>Der Import kann nicht beginnen: Zu viele Dateien sind geöffnet. Schließen Sie einige Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The import worker (cairn-import) is of another version than this program. Install Cairn again, so that both are of one version, and start it anew.</source>
        <translation>Der Importprozess (cairn-import) ist von anderer Version als dieses Programm. Installieren Sie Cairn neu, damit beide von einer Version sind, und starten Sie es neu.</translation>
    </message>
    <message>
        <source>Cairn can&apos;t open documents safely on this computer: the import worker could not lock itself down. Run Cairn on Linux 5.13 or newer, outside of containers that forbid seccomp.</source>
        <translation>Cairn kann auf diesem Rechner Dokumente nicht sicher öffnen: Der Importprozess konnte sich nicht abschotten. Betreiben Sie Cairn unter Linux 5.13 oder neuer, außerhalb von Containern, die seccomp verbieten.</translation>
    </message>
    <message>
        <source>The import worker could not lock itself down (%1).</source>
        <translation>Der Importprozess konnte sich nicht abschotten (%1).</translation>
    </message>
    <message>
        <source>The password doesn&apos;t open this PDF. Check it and try again.</source>
        <translation>Das Passwort öffnet dieses PDF nicht. Prüfen Sie es, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This PDF is encrypted. Give its password to open it.</source>
        <translation>Dieses PDF ist verschlüsselt. Geben Sie sein Passwort, um es zu öffnen.</translation>
    </message>
    <message>
        <source>This PDF is protected in a way that Cairn doesn&apos;t know (a rights-management scheme). Save an unprotected copy with the program it was made for and open that.</source>
        <translation>Dieses PDF ist auf eine Art geschützt, die Cairn nicht kennt (eine Rechteverwaltung). Speichern Sie mit dem Programm, für das es gemacht wurde, eine ungeschützte Kopie, und öffnen Sie diese.</translation>
    </message>
    <message>
        <source>This PDF is damaged: its table of objects or pages can&apos;t be read. Get a fresh copy, or repair it with a PDF program.</source>
        <translation>Dieses PDF ist beschädigt: Das Verzeichnis seiner Objekte oder Seiten ist nicht lesbar. Holen Sie eine neue Kopie, oder reparieren Sie es mit einem PDF-Programm.</translation>
    </message>
    <message>
        <source>This PDF has no pages; it may be damaged. Get a fresh copy.</source>
        <translation>Dieses PDF hat keine Seiten; es kann beschädigt sein. Holen Sie eine neue Kopie.</translation>
    </message>
    <message>
        <source>This PDF has more than 20,000 pages. Split it and open the parts.</source>
        <translation>Dieses PDF hat mehr als 20.000 Seiten. Teilen Sie es, und öffnen Sie die Teile.</translation>
    </message>
    <message>
        <source>This PDF could not be read: its pages made the import worker crash. It may be damaged; get a fresh copy.</source>
        <translation>Dieses PDF ließ sich nicht einlesen: Seine Seiten brachten den Importprozess zum Absturz. Es kann beschädigt sein; holen Sie eine neue Kopie.</translation>
    </message>
    <message>
        <source>This PDF could not be read: its pages took too long. It may be damaged; get a fresh copy.</source>
        <translation>Dieses PDF ließ sich nicht einlesen: Seine Seiten dauerten zu lange. Es kann beschädigt sein; holen Sie eine neue Kopie.</translation>
    </message>
    <message>
        <source>This PDF holds no text: its pages are empty or damaged. Choose another file.</source>
        <translation>Dieses PDF enthält keinen Text: Seine Seiten sind leer oder beschädigt. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>This PDF holds pictures of pages, not text. Cairn can&apos;t read pictures. Run it through an OCR program and open the result. (No text on page %1.)</source>
        <translation>Dieses PDF enthält Bilder von Seiten, keinen Text. Bilder kann Cairn nicht lesen. Lassen Sie ein Texterkennungsprogramm (OCR) darüber laufen, und öffnen Sie das Ergebnis. (Kein Text auf Seite %1.)</translation>
    </message>
    <message>
        <source>This PDF holds pictures of pages, not text. Cairn can&apos;t read pictures. Run it through an OCR program and open the result. (No text on pages %1 to %2.)</source>
        <translation>Dieses PDF enthält Bilder von Seiten, keinen Text. Bilder kann Cairn nicht lesen. Lassen Sie ein Texterkennungsprogramm (OCR) darüber laufen, und öffnen Sie das Ergebnis. (Kein Text auf den Seiten %1 bis %2.)</translation>
    </message>
    <message>
        <source>This PDF holds more than 256 MiB of text. Split it and open the parts.</source>
        <translation>Dieses PDF enthält mehr als 256 MiB Text. Teilen Sie es, und öffnen Sie die Teile.</translation>
    </message>
    <message>
        <source>This page holds too much text to mark words on it.</source>
        <translation>Diese Seite enthält zu viel Text, um Wörter darauf zu markieren.</translation>
    </message>
    <message>
        <source>The PDF has no such page.</source>
        <translation>Das PDF hat keine solche Seite.</translation>
    </message>
    <message>
        <source>This page could not be drawn.</source>
        <translation>Diese Seite konnte nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>Drawing pages was stopped.</source>
        <translation>Das Zeichnen der Seiten wurde angehalten.</translation>
    </message>
    <message>
        <source>The pages of this file can&apos;t be drawn: the import worker stopped while opening it. It may be damaged; get a fresh copy, or read it as text.</source>
        <translation>Die Seiten dieser Datei lassen sich nicht zeichnen: Der Importprozess brach beim Öffnen ab. Sie kann beschädigt sein; holen Sie eine neue Kopie, oder lesen Sie sie als Text.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has changed since it was opened, so its pages may no longer fit the text. The text is kept and can be read; open the file again to read the new one.</source>
        <translation>„%1“ hat sich seit dem Öffnen geändert, also passen die Seiten vielleicht nicht mehr zum Text. Der Text ist aufbewahrt und lesbar; öffnen Sie die Datei noch einmal, um den neuen zu lesen.</translation>
    </message>
    <message>
        <source>The document&apos;s own file is not part of this session, so its pages can&apos;t be shown. Its text is here.</source>
        <translation>Die Datei des Dokuments gehört nicht zu dieser Sitzung, also lassen sich seine Seiten nicht zeigen. Sein Text ist hier.</translation>
    </message>
    <message>
        <source>%1 Its text is kept and can be read.</source>
        <translation>%1 Sein Text ist aufbewahrt und lesbar.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The zip archive %1; get a fresh copy of the file.</source>
        <translation>Das Zip-Archiv %1; holen Sie eine neue Kopie der Datei.</translation>
    </message>
    <message>
        <source>The zip archive %1.</source>
        <translation>Das Zip-Archiv %1.</translation>
    </message>
    <message>
        <source>the zip archive %1; get a fresh copy of the file.</source>
        <translation>das Zip-Archiv %1; holen Sie eine neue Kopie der Datei.</translation>
    </message>
    <message>
        <source>the zip archive %1.</source>
        <translation>das Zip-Archiv %1.</translation>
    </message>
    <message>
        <source>ends in the middle of its directory</source>
        <translation>endet mitten in seinem Verzeichnis</translation>
    </message>
    <message>
        <source>has no complete directory at its end, so it is no zip file or was cut off</source>
        <translation>hat an seinem Ende kein vollständiges Verzeichnis, ist also keine Zip-Datei oder wurde abgeschnitten</translation>
    </message>
    <message>
        <source>is one part of an archive in several parts</source>
        <translation>ist ein Teil eines Archivs aus mehreren Teilen</translation>
    </message>
    <message>
        <source>states a directory that isn&apos;t there</source>
        <translation>nennt ein Verzeichnis, das nicht da ist</translation>
    </message>
    <message>
        <source>has a damaged end record</source>
        <translation>hat einen beschädigten Schlusseintrag</translation>
    </message>
    <message>
        <source>has two end records that differ</source>
        <translation>hat zwei Schlusseinträge, die sich unterscheiden</translation>
    </message>
    <message>
        <source>has an entry without a usable name</source>
        <translation>hat einen Eintrag ohne brauchbaren Namen</translation>
    </message>
    <message>
        <source>has an entry whose name is not valid UTF-8</source>
        <translation>hat einen Eintrag, dessen Name kein gültiges UTF-8 ist</translation>
    </message>
    <message>
        <source>has an entry whose name holds a forbidden character</source>
        <translation>hat einen Eintrag, dessen Name ein verbotenes Zeichen enthält</translation>
    </message>
    <message>
        <source>has an entry with an absolute path</source>
        <translation>hat einen Eintrag mit absolutem Pfad</translation>
    </message>
    <message>
        <source>has an entry that points outside the archive</source>
        <translation>hat einen Eintrag, der aus dem Archiv hinauszeigt</translation>
    </message>
    <message>
        <source>has an entry with a damaged extra field</source>
        <translation>hat einen Eintrag mit beschädigtem Zusatzfeld</translation>
    </message>
    <message>
        <source>has an entry with two zip64 fields</source>
        <translation>hat einen Eintrag mit zwei zip64-Feldern</translation>
    </message>
    <message>
        <source>has an entry with a short zip64 field</source>
        <translation>hat einen Eintrag mit zu kurzem zip64-Feld</translation>
    </message>
    <message>
        <source>has a large entry without its sizes</source>
        <translation>hat einen großen Eintrag ohne seine Größen</translation>
    </message>
    <message>
        <source>states more entries than its directory holds</source>
        <translation>nennt mehr Einträge, als sein Verzeichnis enthält</translation>
    </message>
    <message>
        <source>has a damaged directory</source>
        <translation>hat ein beschädigtes Verzeichnis</translation>
    </message>
    <message>
        <source>has an entry that reaches past its directory</source>
        <translation>hat einen Eintrag, der über sein Verzeichnis hinausreicht</translation>
    </message>
    <message>
        <source>holds a symbolic link</source>
        <translation>enthält eine symbolische Verknüpfung</translation>
    </message>
    <message>
        <source>is encrypted; remove the password with the program that made it</source>
        <translation>ist verschlüsselt; entfernen Sie das Passwort mit dem Programm, das es gemacht hat</translation>
    </message>
    <message>
        <source>holds patch data instead of files</source>
        <translation>enthält Änderungen statt Dateien</translation>
    </message>
    <message>
        <source>uses a packing method other than deflate; pack it again as an ordinary zip</source>
        <translation>ist anders gepackt als mit deflate; packen Sie es neu als gewöhnliches Zip</translation>
    </message>
    <message>
        <source>has an unpacked entry with two sizes</source>
        <translation>hat einen ungepackten Eintrag mit zwei Größen</translation>
    </message>
    <message>
        <source>has a folder with contents</source>
        <translation>hat einen Ordner mit Inhalt</translation>
    </message>
    <message>
        <source>has an entry larger than the limit of %1 MiB</source>
        <translation>hat einen Eintrag, der größer ist als die Grenze von %1 MiB</translation>
    </message>
    <message>
        <source>has no entry where its directory says</source>
        <translation>hat keinen Eintrag, wo sein Verzeichnis einen nennt</translation>
    </message>
    <message>
        <source>has an entry that differs from its directory</source>
        <translation>hat einen Eintrag, der von seinem Verzeichnis abweicht</translation>
    </message>
    <message>
        <source>has entries that overlap</source>
        <translation>hat Einträge, die sich überlappen</translation>
    </message>
    <message>
        <source>has more than %1 entries</source>
        <translation>hat mehr als %1 Einträge</translation>
    </message>
    <message>
        <source>has two entries of one name</source>
        <translation>hat zwei Einträge gleichen Namens</translation>
    </message>
    <message>
        <source>has more entries than it states</source>
        <translation>hat mehr Einträge, als es nennt</translation>
    </message>
    <message>
        <source>unpacks to more than %1 MiB</source>
        <translation>ergibt entpackt mehr als %1 MiB</translation>
    </message>
    <message>
        <source>has a damaged entry (its checksum differs)</source>
        <translation>hat einen beschädigten Eintrag (seine Prüfsumme weicht ab)</translation>
    </message>
    <message>
        <source>has an entry that ends too early</source>
        <translation>hat einen Eintrag, der zu früh endet</translation>
    </message>
    <message>
        <source>has an entry that can&apos;t be unpacked</source>
        <translation>hat einen Eintrag, der sich nicht entpacken lässt</translation>
    </message>
    <message>
        <source>has an entry that unpacks to more than it states</source>
        <translation>hat einen Eintrag, der entpackt größer ist, als er sagt</translation>
    </message>
    <message>
        <source>has an entry that unpacks to more than %1 times its size, as a zip bomb does</source>
        <translation>hat einen Eintrag, der entpackt mehr als %1-mal so groß ist, wie bei einer Zip-Bombe</translation>
    </message>
    <message>
        <source>has an entry whose stated size is wrong</source>
        <translation>hat einen Eintrag, dessen genannte Größe falsch ist</translation>
    </message>
    <message>
        <source>units follow each other</source>
        <translation>Einheiten folgen aufeinander</translation>
    </message>
    <message>
        <source>units cover the text</source>
        <translation>Einheiten decken den Text ab</translation>
    </message>
    <message>
        <source>runs ascend</source>
        <translation>Läufe steigen an</translation>
    </message>
    <message>
        <source>runs name a unit</source>
        <translation>Läufe nennen eine Einheit</translation>
    </message>
    <message>
        <source>runs lie inside their unit</source>
        <translation>Läufe liegen in ihrer Einheit</translation>
    </message>
    <message>
        <source>runs ascend in their source</source>
        <translation>Läufe steigen in ihrer Quelle an</translation>
    </message>
    <message>
        <source>paragraphs ascend</source>
        <translation>Absätze steigen an</translation>
    </message>
    <message>
        <source>the outline ascends</source>
        <translation>die Gliederung steigt an</translation>
    </message>
    <message>
        <source>the text is UTF-8 without NUL and carriage returns</source>
        <translation>der Text ist UTF-8 ohne NUL und Wagenrückläufe</translation>
    </message>
    <message>
        <source>Stopped on request.</source>
        <translation>Auf Wunsch angehalten.</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>Die Suche wurde angehalten.</translation>
    </message>
    <message>
        <source>The engine failed: %1</source>
        <translation>Der Rechenprozess ist gescheitert: %1</translation>
    </message>
    <message>
        <source>No session is open in the engine; open it again.</source>
        <translation>Im Rechenprozess ist keine Sitzung geöffnet; öffnen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>There is not enough memory for this step: %1. Close other programs, or use a smaller model.</source>
        <translation>Für diesen Schritt fehlt Arbeitsspeicher: %1. Schließen Sie andere Programme, oder nehmen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>about %1 are needed and %2 are free</source>
        <translation>etwa %1 werden gebraucht, %2 sind frei</translation>
    </message>
    <message>
        <source>about %1 are needed and %2 are free on the GPU</source>
        <translation>etwa %1 werden gebraucht, %2 sind auf der GPU frei</translation>
    </message>
    <message>
        <source>%1 are free</source>
        <translation>%1 sind frei</translation>
    </message>
    <message>
        <source>%1 are free on the GPU</source>
        <translation>%1 sind auf der GPU frei</translation>
    </message>
    <message>
        <source>The GPU computes heads of up to 256 numbers and blocks of up to 256 tokens; this model has others.</source>
        <translation>Die GPU rechnet mit Köpfen bis 256 Zahlen und Blöcken bis 256 Token; dieses Modell hat andere.</translation>
    </message>
    <message>
        <source>The model needs %1 on the GPU, %2 are free; close other programs that use it, or compute on the CPU.</source>
        <translation>Das Modell braucht %1 auf der GPU, %2 sind frei; schließen Sie andere Programme, die sie benutzen, oder rechnen Sie auf der CPU.</translation>
    </message>
    <message>
        <source>The GPU failed (%1). Start again; what was saved is there.</source>
        <translation>Die GPU ist gescheitert (%1). Beginnen Sie noch einmal; was gespeichert war, ist da.</translation>
    </message>
    <message>
        <source>The GPU failed when it was tried (%1).</source>
        <translation>Die GPU ist beim Versuch gescheitert (%1).</translation>
    </message>
    <message>
        <source>The GPU can&apos;t be used: %1 Choose the CPU, or auto (--device).</source>
        <translation>Die GPU ist nicht nutzbar: %1 Wählen Sie die CPU, oder auto (--device).</translation>
    </message>
    <message>
        <source>The GPU has not enough free memory for this model.</source>
        <translation>Die GPU hat nicht genug freien Speicher für dieses Modell.</translation>
    </message>
    <message>
        <source>The GPU gives other numbers than the processor for the same words (%1 apart, %2 at most).</source>
        <translation>Die GPU gibt bei denselben Wörtern andere Zahlen als der Prozessor (%1 Abstand, erlaubt %2).</translation>
    </message>
    <message>
        <source>This memory was read on the CPU, with products that the GPU does not compute; read it again to use the %1.</source>
        <translation>Dieses Gedächtnis wurde auf der CPU gelesen, mit Produkten, die die GPU nicht rechnet; lesen Sie neu, um die %1 zu nutzen.</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed.</source>
        <translation>Es ist kein NVIDIA-Treiber installiert.</translation>
    </message>
    <message>
        <source>The NVIDIA driver answers, but finds no usable GPU.</source>
        <translation>Der NVIDIA-Treiber antwortet, findet aber keine brauchbare GPU.</translation>
    </message>
    <message>
        <source>The library that computes with 16-bit and 32-bit weights can&apos;t be loaded: %1. Build or install Cairn again, or use a quantised model.</source>
        <translation>Die Bibliothek, die mit Gewichten von 16 und 32 Bit rechnet, lässt sich nicht laden: %1. Bauen oder installieren Sie Cairn neu, oder nehmen Sie ein quantisiertes Modell.</translation>
    </message>
    <message>
        <source>%1 is not beside the program</source>
        <translation>%1 liegt nicht neben dem Programm</translation>
    </message>
    <message>
        <source>%1 is of another version</source>
        <translation>%1 gehört zu einer anderen Version</translation>
    </message>
    <message>
        <source>The GPU plugin %1 can&apos;t be loaded.</source>
        <translation>Das GPU-Modul %1 lässt sich nicht laden.</translation>
    </message>
    <message>
        <source>The GPU plugin %1 is of another version of Cairn; build both together.</source>
        <translation>Das GPU-Modul %1 gehört zu einer anderen Version von Cairn; bauen Sie beide zusammen.</translation>
    </message>
    <message>
        <source>The GPU can&apos;t be opened: %1.</source>
        <translation>Die GPU lässt sich nicht öffnen: %1.</translation>
    </message>
    <message>
        <source>The %1 was found, but this build of Cairn has no GPU plugin; it needs nvcc when it is built.</source>
        <translation>Die %1 wurde gefunden, aber dieser Bau von Cairn hat kein GPU-Modul; dazu braucht er beim Bauen nvcc.</translation>
    </message>
    <message>
        <source>The model computed values that are not numbers in layer %1; the block was not stored. The model file is probably damaged: fetch it again.</source>
        <translation>Das Modell rechnete in Schicht %1 Werte aus, die keine Zahlen sind; der Block wurde nicht gespeichert. Die Modelldatei ist wohl beschädigt: Laden Sie sie neu.</translation>
    </message>
    <message>
        <source>The model was trained with landmarks of its own; the landmark adapter is not used.</source>
        <translation>Das Modell wurde mit eigenen Landmarken trainiert; der Landmarken-Adapter wird nicht benutzt.</translation>
    </message>
    <message>
        <source>The window must be a multiple of the block length, %1.</source>
        <translation>Das Fenster muss ein Vielfaches der Blocklänge sein, %1.</translation>
    </message>
    <message>
        <source>Grouped attention needs landmarks; this model&apos;s blocks are found by bounds: use exact attention.</source>
        <translation>Gruppierte Aufmerksamkeit braucht Landmarken; die Blöcke dieses Modells werden über Schranken gefunden: Nehmen Sie exakte Aufmerksamkeit.</translation>
    </message>
    <message>
        <source>A model with a context miss token needs grouped attention.</source>
        <translation>Ein Modell mit einem Fehlstellen-Token braucht gruppierte Aufmerksamkeit.</translation>
    </message>
    <message>
        <source>The two-level scan finds blocks per token and head; other selections compare all blocks: use the flat scan with them.</source>
        <translation>Die zweistufige Suche findet Blöcke je Token und Kopf; andere Auswahlen vergleichen alle Blöcke: Nehmen Sie dazu die einfache Suche.</translation>
    </message>
    <message>
        <source>The two-level scan runs on the CPU only; use the flat scan, or the CPU.</source>
        <translation>Die zweistufige Suche läuft nur auf der CPU; nehmen Sie die einfache Suche, oder die CPU.</translation>
    </message>
    <message>
        <source>Retrieving %1 blocks of %2 tokens leaves no room for a window in the model&apos;s %3 positions; choose a smaller number of blocks.</source>
        <translation>%1 Blöcke zu %2 Token lassen in den %3 Positionen des Modells keinen Platz für ein Fenster; wählen Sie weniger Blöcke.</translation>
    </message>
    <message>
        <source>Block %1 can&apos;t be pinned and barred at once; take one of them back.</source>
        <translation>Block %1 kann nicht zugleich angeheftet und gesperrt sein; nehmen Sie eins davon zurück.</translation>
    </message>
    <message>
        <source>Block %1 is barred and pinned at once; choose one of them.</source>
        <translation>Block %1 ist zugleich gesperrt und angeheftet; wählen Sie eins davon.</translation>
    </message>
    <message>
        <source>Blocks can be barred and pinned for a question, not imposed.</source>
        <translation>Blöcke lassen sich für eine Frage sperren und anheften, nicht vorschreiben.</translation>
    </message>
    <message>
        <source>L%1.H%2 is no head of this model: it has %3 layers of %4 heads, counted from 0.</source>
        <translation>L%1.H%2 ist kein Kopf dieses Modells: Es hat %3 Schichten zu %4 Köpfen, von 0 an gezählt.</translation>
    </message>
    <message>
        <source>Token %1 can&apos;t be part of a text of this model.</source>
        <translation>Token %1 kann in keinem Text dieses Modells vorkommen.</translation>
    </message>
    <message>
        <source>Nothing was given to feed.</source>
        <translation>Es wurde nichts zum Lesen gegeben.</translation>
    </message>
    <message>
        <source>Where blocks are imposed no landmark is scored.</source>
        <translation>Wo Blöcke vorgeschrieben sind, wird keine Landmarke bewertet.</translation>
    </message>
    <message>
        <source>A question must be fed before an answer can be generated.</source>
        <translation>Vor einer Antwort muss eine Frage gestellt werden.</translation>
    </message>
    <message>
        <source>The open end of the stored memory has a wrong size; read the document again.</source>
        <translation>Das offene Ende des gespeicherten Gedächtnisses hat eine falsche Größe; lesen Sie das Dokument neu.</translation>
    </message>
    <message>
        <source>This memory was read from another text; read the document into a new session.</source>
        <translation>Dieses Gedächtnis stammt von einem anderen Text; lesen Sie das Dokument in eine neue Sitzung.</translation>
    </message>
    <message>
        <source>No answer weights are loaded; leave them off or name their file.</source>
        <translation>Es sind keine Antwortgewichte geladen; lassen Sie sie weg, oder nennen Sie ihre Datei.</translation>
    </message>
    <message>
        <source>No ranking weights are loaded; leave them off or name their file.</source>
        <translation>Es sind keine Ranggewichte geladen; lassen Sie sie weg, oder nennen Sie ihre Datei.</translation>
    </message>
    <message>
        <source>Only stored blocks of the same text can be computed again.</source>
        <translation>Nur gespeicherte Blöcke desselben Textes lassen sich nachrechnen.</translation>
    </message>
    <message>
        <source>A phrase needs words that the model knows.</source>
        <translation>Die Suche braucht Wörter, die das Modell kennt.</translation>
    </message>
    <message>
        <source>A question needs words that the model knows.</source>
        <translation>Eine Frage braucht Wörter, die das Modell kennt.</translation>
    </message>
    <message>
        <source>Searching by meaning needs an engine on the processor.</source>
        <translation>Die Suche nach Bedeutung braucht einen Rechenprozess auf der CPU.</translation>
    </message>
    <message>
        <source>There is no question adapter for this model.</source>
        <translation>Für dieses Modell gibt es keinen Frage-Adapter.</translation>
    </message>
    <message>
        <source>The question is empty; write what you want to know.</source>
        <translation>Die Frage ist leer; schreiben Sie, was Sie wissen möchten.</translation>
    </message>
    <message>
        <source>Nothing has been read yet; read the document first.</source>
        <translation>Noch ist nichts gelesen; lesen Sie zuerst das Dokument.</translation>
    </message>
    <message>
        <source>There are no words to look for; write what the passages should be about.</source>
        <translation>Es gibt keine Wörter zum Suchen; schreiben Sie, wovon die Stellen handeln sollen.</translation>
    </message>
    <message>
        <source>Nothing of this session is in memory. Read it first%1</source>
        <translation>Von dieser Sitzung ist nichts im Gedächtnis. Lesen Sie sie zuerst%1</translation>
    </message>
    <message>
        <source>, or choose what it was read with.</source>
        <translation>, oder wählen Sie, womit sie gelesen wurde.</translation>
    </message>
    <message>
        <source>A memory for a removal test is not changed; test again.</source>
        <translation>Ein Gedächtnis für eine Entfernungsprobe wird nicht geändert; proben Sie noch einmal.</translation>
    </message>
    <message>
        <source>A search changes nothing.</source>
        <translation>Eine Suche ändert nichts.</translation>
    </message>
    <message>
        <source>The engine computed something else than before from the same words: this computer&apos;s memory or processor may be faulty. What was read since the last good check is read again at the next start.</source>
        <translation>Der Rechenprozess kam bei denselben Wörtern auf etwas anderes als zuvor: Arbeitsspeicher oder Prozessor dieses Rechners können fehlerhaft sein. Was seit der letzten guten Prüfung gelesen wurde, wird beim nächsten Start neu gelesen.</translation>
    </message>
    <message>
        <source>The session does not know where its blocks stand. Open it once.</source>
        <translation>Die Sitzung weiß nicht, wo ihre Blöcke stehen. Öffnen Sie sie einmal.</translation>
    </message>
    <message>
        <source>No model was found in %1. Choose a model file; on the command line with --model or CAIRN_MODEL.</source>
        <translation>In %1 wurde kein Modell gefunden. Wählen Sie eine Modelldatei; auf der Befehlszeile mit --model oder CAIRN_MODEL.</translation>
    </message>
    <message>
        <source>%1 holds no tokenizer, so texts can&apos;t be read with it; put tokenizer.model or tokenizer.json into the folder.</source>
        <translation>%1 enthält keinen Tokenizer, also lassen sich damit keine Texte lesen; legen Sie tokenizer.model oder tokenizer.json in den Ordner.</translation>
    </message>
    <message>
        <source>The message stream is broken: %1.</source>
        <translation>Der Strom der Nachrichten ist gestört: %1.</translation>
    </message>
    <message>
        <source>the other side is not one of Cairn, or something else wrote in between</source>
        <translation>die Gegenseite gehört nicht zu Cairn, oder etwas anderes schrieb dazwischen</translation>
    </message>
    <message>
        <source>the other side is of another version of Cairn; install the same one on both</source>
        <translation>die Gegenseite ist eine andere Version von Cairn; installieren Sie auf beiden dieselbe</translation>
    </message>
    <message>
        <source>a frame is larger than any may be</source>
        <translation>ein Rahmen ist größer, als einer sein darf</translation>
    </message>
    <message>
        <source>a frame is missing</source>
        <translation>ein Rahmen fehlt</translation>
    </message>
    <message>
        <source>an earlier frame was wrong</source>
        <translation>ein früherer Rahmen war falsch</translation>
    </message>
    <message>
        <source>an earlier message was wrong</source>
        <translation>eine frühere Nachricht war falsch</translation>
    </message>
    <message>
        <source>a message of this kind is not expected</source>
        <translation>eine Nachricht dieser Art wird nicht erwartet</translation>
    </message>
    <message>
        <source>a message is larger than it may be</source>
        <translation>eine Nachricht ist größer, als sie sein darf</translation>
    </message>
    <message>
        <source>a piece of a message is missing, or one too many came</source>
        <translation>ein Stück einer Nachricht fehlt, oder es kam eins zu viel</translation>
    </message>
    <message>
        <source>a piece has a header</source>
        <translation>ein Stück hat einen Kopf</translation>
    </message>
    <message>
        <source>a piece has a wrong size</source>
        <translation>ein Stück hat eine falsche Größe</translation>
    </message>
    <message>
        <source>a document came that no session waits for.</source>
        <translation>es kam ein Dokument, auf das keine Sitzung wartet.</translation>
    </message>
    <message>
        <source>two requests have the same number.</source>
        <translation>zwei Anfragen haben dieselbe Nummer.</translation>
    </message>
    <message>
        <source>a command came that has no session, or a second session.</source>
        <translation>es kam ein Befehl ohne Sitzung, oder eine zweite Sitzung.</translation>
    </message>
    <message>
        <source>cairn-engine: could not lock itself down (seccomp).</source>
        <translation>cairn-engine: konnte sich nicht abschotten (seccomp).</translation>
    </message>
    <message>
        <source>The engine&apos;s answer contradicts the session and was not taken. Ask again.</source>
        <translation>Die Antwort des Rechenprozesses widerspricht der Sitzung und wurde nicht übernommen. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The engine&apos;s draft of an answer holds what it must not and was not taken. Ask again.</source>
        <translation>Der Antwortentwurf des Rechenprozesses enthält Unzulässiges und wurde nicht übernommen. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The engine sent something wrong and was stopped. Search again.</source>
        <translation>Der Rechenprozess schickte etwas Falsches und wurde beendet. Suchen Sie noch einmal.</translation>
    </message>
    <message>
        <source>unknown request</source>
        <translation>unbekannte Anfrage</translation>
    </message>
    <message>
        <source>wrong request</source>
        <translation>falsche Anfrage</translation>
    </message>
    <message>
        <source>stored blocks</source>
        <translation>gespeicherte Blöcke</translation>
    </message>
    <message>
        <source>progress of a test</source>
        <translation>Fortschritt einer Probe</translation>
    </message>
    <message>
        <source>cancelled unasked</source>
        <translation>ungefragt abgebrochen</translation>
    </message>
    <message>
        <source>No session is open any more. Open it again.</source>
        <translation>Es ist keine Sitzung mehr geöffnet. Öffnen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>%1: no such file or folder; choose a .gguf file or a folder with config.json.</source>
        <translation>%1: Diese Datei oder diesen Ordner gibt es nicht; wählen Sie eine .gguf-Datei oder einen Ordner mit config.json.</translation>
    </message>
    <message>
        <source>%1: not enough memory to open the model.</source>
        <translation>%1: Es fehlt Arbeitsspeicher, um das Modell zu öffnen.</translation>
    </message>
    <message>
        <source>The model has no tensor %1.</source>
        <translation>Dem Modell fehlt der Tensor %1.</translation>
    </message>
    <message>
        <source>Tensor %1 holds integers, not weights.</source>
        <translation>Tensor %1 enthält ganze Zahlen, keine Gewichte.</translation>
    </message>
    <message>
        <source>Tensor %1 has the shape %2.</source>
        <translation>Tensor %1 hat die Form %2.</translation>
    </message>
    <message>
        <source>Tensor %1 has %2 bytes.</source>
        <translation>Tensor %1 hat %2 Byte.</translation>
    </message>
    <message>
        <source>Tensor %1 has no such rows.</source>
        <translation>Tensor %1 hat keine solchen Zeilen.</translation>
    </message>
    <message>
        <source>Not enough memory to decode the tensor %1.</source>
        <translation>Es fehlt Arbeitsspeicher, um den Tensor %1 zu entpacken.</translation>
    </message>
    <message>
        <source>Not enough memory to read the tensor %1.</source>
        <translation>Es fehlt Arbeitsspeicher, um den Tensor %1 zu lesen.</translation>
    </message>
    <message>
        <source>The model&apos;s tensor %1 has the shape %2 instead of %3; the file is damaged or not of the LLaMA family.</source>
        <translation>Der Tensor %1 des Modells hat die Form %2 statt %3; die Datei ist beschädigt oder kein Modell der LLaMA-Familie.</translation>
    </message>
    <message>
        <source>The model has no tensor %1; the file is incomplete or not of the LLaMA family.</source>
        <translation>Dem Modell fehlt der Tensor %1; die Datei ist unvollständig oder kein Modell der LLaMA-Familie.</translation>
    </message>
    <message>
        <source>A token &lt;landmark&gt; but no landmark settings: blocks of 50, trained for 512, as the released checkpoint.</source>
        <translation>Ein Token &lt;landmark&gt;, aber keine Angaben zu Landmarken: Blöcke zu 50, trainiert für 512, wie das veröffentlichte Modell.</translation>
    </message>
    <message>
        <source>No %1 in config.json: %2, as in the released checkpoint.</source>
        <translation>Kein %1 in config.json: %2, wie im veröffentlichten Modell.</translation>
    </message>
    <message>
        <source>mem_id is %1 but the token &lt;landmark&gt; is %2.</source>
        <translation>mem_id ist %1, das Token &lt;landmark&gt; aber %2.</translation>
    </message>
    <message>
        <source>the tensor %1 is missing.</source>
        <translation>der Tensor %1 fehlt.</translation>
    </message>
    <message>
        <source>the tensor %1 has the shape %2, the configuration asks for %3.</source>
        <translation>der Tensor %1 hat die Form %2, die Konfiguration verlangt %3.</translation>
    </message>
    <message>
        <source>the tensor %1 holds integers; use unquantised weights or a GGUF file.</source>
        <translation>der Tensor %1 enthält ganze Zahlen; nehmen Sie unquantisierte Gewichte oder eine GGUF-Datei.</translation>
    </message>
    <message>
        <source>the tensor %1 is no part of a LLaMA-shaped model.</source>
        <translation>der Tensor %1 gehört zu keinem Modell der LLaMA-Familie.</translation>
    </message>
    <message>
        <source>the tokenizer knows %1 tokens, the model only %2.</source>
        <translation>der Tokenizer kennt %1 Token, das Modell nur %2.</translation>
    </message>
    <message>
        <source>The file states the name &quot;%1&quot;.</source>
        <translation>Die Datei nennt den Namen „%1“.</translation>
    </message>
    <message>
        <source>The model was trained with a sliding window of %1 tokens; Cairn attends to its own window instead.</source>
        <translation>Das Modell wurde mit einem gleitenden Fenster von %1 Token trainiert; Cairn nimmt stattdessen sein eigenes Fenster.</translation>
    </message>
    <message>
        <source>The folder holds no tokenizer; only lists of token ids can be fed.</source>
        <translation>Der Ordner enthält keinen Tokenizer; nur Listen von Tokennummern lassen sich lesen.</translation>
    </message>
    <message>
        <source>the folder holds no config.json; choose a model&apos;s folder or a .gguf file.</source>
        <translation>der Ordner enthält keine config.json; wählen Sie den Ordner eines Modells oder eine .gguf-Datei.</translation>
    </message>
    <message>
        <source>no model.safetensors or pytorch_model.bin, and no index of either.</source>
        <translation>weder model.safetensors noch pytorch_model.bin, noch ein Verzeichnis davon.</translation>
    </message>
    <message>
        <source>%1 has no token id.</source>
        <translation>%1 hat keine Tokennummer.</translation>
    </message>
    <message>
        <source>weight_map is missing or empty.</source>
        <translation>weight_map fehlt oder ist leer.</translation>
    </message>
    <message>
        <source>the file of the tensor %1 is not a plain name ending in %2.</source>
        <translation>die Datei des Tensors %1 ist kein einfacher Name, der auf %2 endet.</translation>
    </message>
    <message>
        <source>more than 1024 files.</source>
        <translation>mehr als 1024 Dateien.</translation>
    </message>
    <message>
        <source>the index doesn&apos;t list the tensor %1 for this file.</source>
        <translation>das Verzeichnis führt den Tensor %1 für diese Datei nicht auf.</translation>
    </message>
    <message>
        <source>the tensor %1 is not in the file %2.</source>
        <translation>der Tensor %1 ist nicht in der Datei %2.</translation>
    </message>
    <message>
        <source>not a %1, its format is &quot;%2&quot;</source>
        <translation>kein %1, sein Format ist „%2“</translation>
    </message>
    <message>
        <source>it has the version &quot;%1&quot;, this Cairn knows version 1</source>
        <translation>es hat die Version „%1“, dieses Cairn kennt Version 1</translation>
    </message>
    <message>
        <source>it doesn&apos;t say for which model it was trained; put it into that model&apos;s folder</source>
        <translation>es sagt nicht, für welches Modell es trainiert wurde; legen Sie es in den Ordner dieses Modells</translation>
    </message>
    <message>
        <source>it was trained for another model (fingerprint %1, this model has %2); choose that model, or an adapter of this one</source>
        <translation>es wurde für ein anderes Modell trainiert (Fingerabdruck %1, dieses Modell hat %2); wählen Sie jenes Modell, oder einen Adapter dieses Modells</translation>
    </message>
    <message>
        <source>its %1 is no list of at most %2 tokens of the model</source>
        <translation>sein %1 ist keine Liste von höchstens %2 Token des Modells</translation>
    </message>
    <message>
        <source>it was trained on the landmarks of another adapter (fingerprint %1); train it again with cairn-lab train question --start</source>
        <translation>es wurde mit den Landmarken eines anderen Adapters trainiert (Fingerabdruck %1); trainieren Sie es neu mit cairn-lab train question --start</translation>
    </message>
    <message>
        <source>the model %1 has landmarks of its own and takes no adapter.</source>
        <translation>das Modell %1 hat eigene Landmarken und nimmt keinen Adapter.</translation>
    </message>
    <message>
        <source>its frame_after is missing.</source>
        <translation>sein frame_after fehlt.</translation>
    </message>
    <message>
        <source>its word_weight must be above 0.</source>
        <translation>sein word_weight muss über 0 liegen.</translation>
    </message>
    <message>
        <source>not enough memory for the adapter.</source>
        <translation>es fehlt Arbeitsspeicher für den Adapter.</translation>
    </message>
    <message>
        <source>%1 is too large</source>
        <translation>%1 ist zu groß</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>the architecture is &quot;%1&quot;; Cairn runs LLaMA-shaped models (llama).</source>
        <translation>die Architektur ist „%1“; Cairn rechnet mit Modellen der LLaMA-Familie (llama).</translation>
    </message>
    <message>
        <source>a mixture of experts is not supported.</source>
        <translation>eine Mischung von Experten wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>the model is split into several files; join them first (gguf-split --merge).</source>
        <translation>das Modell ist auf mehrere Dateien verteilt; fügen Sie sie zuerst zusammen (gguf-split --merge).</translation>
    </message>
    <message>
        <source>%1 is not supported.</source>
        <translation>%1 wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>the RoPE scaling &quot;%1&quot; is not supported; linear and yarn are.</source>
        <translation>die RoPE-Skalierung „%1“ wird nicht unterstützt; linear und yarn schon.</translation>
    </message>
    <message>
        <source>keys and values of different length are not supported.</source>
        <translation>Schlüssel und Werte verschiedener Länge werden nicht unterstützt.</translation>
    </message>
    <message>
        <source>partial rotary embeddings are not supported.</source>
        <translation>teilweise gedrehte Positionen werden nicht unterstützt.</translation>
    </message>
    <message>
        <source>tokenizer.ggml.tokens is missing</source>
        <translation>tokenizer.ggml.tokens fehlt</translation>
    </message>
    <message>
        <source>llama.vocab_size differs from the number of tokens</source>
        <translation>llama.vocab_size weicht von der Zahl der Token ab</translation>
    </message>
    <message>
        <source>rope_freqs.weight holds factors that are not those of llama3 scaling.</source>
        <translation>rope_freqs.weight enthält Faktoren, die nicht die der llama3-Skalierung sind.</translation>
    </message>
    <message>
        <source>rope_freqs.weight has the wrong shape.</source>
        <translation>rope_freqs.weight hat die falsche Form.</translation>
    </message>
    <message>
        <source>tokenizer.ggml.%1 is no token.</source>
        <translation>tokenizer.ggml.%1 ist kein Token.</translation>
    </message>
    <message>
        <source>the tokenizer &quot;%1&quot; is not supported; gpt2 and llama are.</source>
        <translation>der Tokenizer „%1“ wird nicht unterstützt; gpt2 und llama schon.</translation>
    </message>
    <message>
        <source>%1 must be a whole number below 2147483648</source>
        <translation>%1 muss eine ganze Zahl unter 2147483648 sein</translation>
    </message>
    <message>
        <source>%1 must be a number</source>
        <translation>%1 muss eine Zahl sein</translation>
    </message>
    <message>
        <source>%1 must be true or false</source>
        <translation>%1 muss true oder false sein</translation>
    </message>
    <message>
        <source>%1 must be a text</source>
        <translation>%1 muss ein Text sein</translation>
    </message>
    <message>
        <source>the model type is &quot;%1&quot;; Cairn runs LLaMA-shaped models (llama, mistral).</source>
        <translation>der Modelltyp ist „%1“; Cairn rechnet mit Modellen der LLaMA-Familie (llama, mistral).</translation>
    </message>
    <message>
        <source>%1 is set; models with such biases are not supported.</source>
        <translation>%1 ist gesetzt; Modelle mit solchen Zusätzen werden nicht unterstützt.</translation>
    </message>
    <message>
        <source>the activation is &quot;%1&quot;; only silu is supported.</source>
        <translation>die Aktivierung ist „%1“; nur silu wird unterstützt.</translation>
    </message>
    <message>
        <source>the weights are quantised in a way Cairn doesn&apos;t read; use a GGUF file or the original weights.</source>
        <translation>die Gewichte sind auf eine Art quantisiert, die Cairn nicht liest; nehmen Sie eine GGUF-Datei oder die ursprünglichen Gewichte.</translation>
    </message>
    <message>
        <source>rope_scaling must be an object</source>
        <translation>rope_scaling muss ein Objekt sein</translation>
    </message>
    <message>
        <source>the RoPE scaling &quot;%1&quot; is not supported; linear, ntk, dynamic, yarn and llama3 are.</source>
        <translation>die RoPE-Skalierung „%1“ wird nicht unterstützt; linear, ntk, dynamic, yarn und llama3 schon.</translation>
    </message>
    <message>
        <source>not an object.</source>
        <translation>kein Objekt.</translation>
    </message>
    <message>
        <source>the RoPE scaling factor must be at least 1</source>
        <translation>der Faktor der RoPE-Skalierung muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>the original context of the RoPE scaling is missing or impossible</source>
        <translation>der ursprüngliche Kontext der RoPE-Skalierung fehlt oder ist unmöglich</translation>
    </message>
    <message>
        <source>the frequency bounds of the RoPE scaling are impossible</source>
        <translation>die Frequenzgrenzen der RoPE-Skalierung sind unmöglich</translation>
    </message>
    <message>
        <source>the betas of the RoPE scaling are impossible</source>
        <translation>die Betas der RoPE-Skalierung sind unmöglich</translation>
    </message>
    <message>
        <source>the attention factor of the RoPE scaling is impossible</source>
        <translation>der Aufmerksamkeitsfaktor der RoPE-Skalierung ist unmöglich</translation>
    </message>
    <message>
        <source>mem_id %1 is not a token of the vocabulary</source>
        <translation>mem_id %1 ist kein Token des Vokabulars</translation>
    </message>
    <message>
        <source>mem_freq must be 1 to 1024</source>
        <translation>mem_freq muss 1 bis 1024 sein</translation>
    </message>
    <message>
        <source>train_context_length is impossible</source>
        <translation>train_context_length ist unmöglich</translation>
    </message>
    <message>
        <source>layers, heads and key-value heads must be 1 to 256</source>
        <translation>Schichten, Köpfe und Schlüssel-Wert-Köpfe müssen 1 bis 256 sein</translation>
    </message>
    <message>
        <source>%1 heads can&apos;t be shared evenly by %2 key-value heads</source>
        <translation>%1 Köpfe lassen sich nicht gleichmäßig auf %2 Schlüssel-Wert-Köpfe verteilen</translation>
    </message>
    <message>
        <source>the head dimension must be even and at most 512</source>
        <translation>die Kopfgröße muss gerade und höchstens 512 sein</translation>
    </message>
    <message>
        <source>the hidden size must be 1 to 65536 and the feed-forward size 1 to 262144</source>
        <translation>die innere Größe muss 1 bis 65536 sein, die der Zwischenschicht 1 bis 262144</translation>
    </message>
    <message>
        <source>the vocabulary must have 1 to 1 million tokens and the context 1 to 16 million</source>
        <translation>das Vokabular muss 1 bis 1 Million Token haben, der Kontext 1 bis 16 Millionen</translation>
    </message>
    <message>
        <source>the norm&apos;s epsilon and the RoPE base must be positive</source>
        <translation>das Epsilon der Norm und die Basis der RoPE müssen positiv sein</translation>
    </message>
    <message>
        <source>the header is cut off</source>
        <translation>der Kopf ist abgeschnitten</translation>
    </message>
    <message>
        <source>a big-endian GGUF file; use the little-endian one.</source>
        <translation>eine GGUF-Datei mit umgekehrter Bytefolge; nehmen Sie die mit little-endian.</translation>
    </message>
    <message>
        <source>GGUF version %1; Cairn reads versions 2 and 3.</source>
        <translation>GGUF-Version %1; Cairn liest die Versionen 2 und 3.</translation>
    </message>
    <message>
        <source>more tensors announced than the file can hold</source>
        <translation>mehr Tensoren angekündigt, als in die Datei passen</translation>
    </message>
    <message>
        <source>more metadata announced than the file can hold</source>
        <translation>mehr Angaben angekündigt, als in die Datei passen</translation>
    </message>
    <message>
        <source>a text is longer than the file or than 16 MiB</source>
        <translation>ein Text ist länger als die Datei oder als 16 MiB</translation>
    </message>
    <message>
        <source>a text is cut off</source>
        <translation>ein Text ist abgeschnitten</translation>
    </message>
    <message>
        <source>more than 256 MiB of metadata</source>
        <translation>mehr als 256 MiB an Angaben</translation>
    </message>
    <message>
        <source>a metadata key must have 1 to 512 characters</source>
        <translation>ein Name einer Angabe muss 1 bis 512 Zeichen haben</translation>
    </message>
    <message>
        <source>a metadata key is cut off</source>
        <translation>ein Name einer Angabe ist abgeschnitten</translation>
    </message>
    <message>
        <source>a metadata key holds more than printable ASCII</source>
        <translation>ein Name einer Angabe enthält mehr als druckbares ASCII</translation>
    </message>
    <message>
        <source>a metadata value is cut off</source>
        <translation>der Wert einer Angabe ist abgeschnitten</translation>
    </message>
    <message>
        <source>a truth value must be 0 or 1</source>
        <translation>ein Wahrheitswert muss 0 oder 1 sein</translation>
    </message>
    <message>
        <source>a metadata value has an unknown type</source>
        <translation>der Wert einer Angabe hat eine unbekannte Art</translation>
    </message>
    <message>
        <source>a vocabulary array has elements of the wrong type</source>
        <translation>eine Liste des Vokabulars hat Elemente falscher Art</translation>
    </message>
    <message>
        <source>an array is cut off</source>
        <translation>eine Liste ist abgeschnitten</translation>
    </message>
    <message>
        <source>an array has elements of an unknown type, or is nested</source>
        <translation>eine Liste hat Elemente unbekannter Art oder ist verschachtelt</translation>
    </message>
    <message>
        <source>an array is longer than the file or than 2 million elements</source>
        <translation>eine Liste ist länger als die Datei oder als 2 Millionen Elemente</translation>
    </message>
    <message>
        <source>the metadata key %1 occurs twice</source>
        <translation>die Angabe %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>the metadata value %1 has an unknown type</source>
        <translation>der Wert der Angabe %1 hat eine unbekannte Art</translation>
    </message>
    <message>
        <source>the size of the tensor %1 overflows or cuts a group of its type</source>
        <translation>die Größe des Tensors %1 läuft über oder zerschneidet eine Gruppe seiner Art</translation>
    </message>
    <message>
        <source>the tensor %1 occurs twice</source>
        <translation>der Tensor %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>the tensor table overflows</source>
        <translation>die Tabelle der Tensoren läuft über</translation>
    </message>
    <message>
        <source>the tensor %1 doesn&apos;t follow the one before it</source>
        <translation>der Tensor %1 schließt nicht an den vorigen an</translation>
    </message>
    <message>
        <source>the tensor %1 reaches past the end of the file</source>
        <translation>der Tensor %1 reicht über das Ende der Datei hinaus</translation>
    </message>
    <message>
        <source>the file goes on after its last tensor</source>
        <translation>die Datei geht nach ihrem letzten Tensor weiter</translation>
    </message>
    <message>
        <source>not enough memory for the file&apos;s metadata.</source>
        <translation>es fehlt Arbeitsspeicher für die Angaben der Datei.</translation>
    </message>
    <message>
        <source>the header&apos;s length must be at most 16 MiB and lie inside the file</source>
        <translation>der Kopf darf höchstens 16 MiB lang sein und muss in der Datei liegen</translation>
    </message>
    <message>
        <source>the header doesn&apos;t begin with &apos;{&apos;</source>
        <translation>der Kopf beginnt nicht mit „{“</translation>
    </message>
    <message>
        <source>__metadata__ is not an object</source>
        <translation>__metadata__ ist kein Objekt</translation>
    </message>
    <message>
        <source>__metadata__ holds something else than texts</source>
        <translation>__metadata__ enthält anderes als Texte</translation>
    </message>
    <message>
        <source>the tensor %1 must have at most 8 dimensions</source>
        <translation>der Tensor %1 darf höchstens 8 Dimensionen haben</translation>
    </message>
    <message>
        <source>a dimension of the tensor %1 is not a whole number</source>
        <translation>eine Dimension des Tensors %1 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>the tensor %1 has no data_offsets</source>
        <translation>der Tensor %1 hat keine data_offsets</translation>
    </message>
    <message>
        <source>the data of the tensor %1 don&apos;t lie inside the file</source>
        <translation>die Daten des Tensors %1 liegen nicht in der Datei</translation>
    </message>
    <message>
        <source>the data of the tensor %1 don&apos;t have the size of its shape</source>
        <translation>die Daten des Tensors %1 haben nicht die Größe seiner Form</translation>
    </message>
    <message>
        <source>a tensor name must have 1 to 512 bytes</source>
        <translation>der Name eines Tensors muss 1 bis 512 Byte haben</translation>
    </message>
    <message>
        <source>the entry of the tensor %1 must be dtype, shape and data_offsets</source>
        <translation>der Eintrag des Tensors %1 muss aus dtype, shape und data_offsets bestehen</translation>
    </message>
    <message>
        <source>tensors overlap or leave a gap</source>
        <translation>Tensoren überlappen sich oder lassen eine Lücke</translation>
    </message>
    <message>
        <source>no tensor %1.</source>
        <translation>kein Tensor %1.</translation>
    </message>
    <message>
        <source>the tensor %1 holds no small integers.</source>
        <translation>der Tensor %1 enthält keine kleinen ganzen Zahlen.</translation>
    </message>
    <message>
        <source>not enough memory for the file&apos;s table.</source>
        <translation>es fehlt Arbeitsspeicher für die Tabelle der Datei.</translation>
    </message>
    <message>
        <source>not a PyTorch checkpoint</source>
        <translation>keine PyTorch-Datei</translation>
    </message>
    <message>
        <source>not a zip archive; older PyTorch forms are not read, convert the model to safetensors</source>
        <translation>kein Zip-Archiv; ältere PyTorch-Formen werden nicht gelesen, wandeln Sie das Modell in safetensors um</translation>
    </message>
    <message>
        <source>an entry is compressed, which PyTorch never does</source>
        <translation>ein Eintrag ist gepackt, was PyTorch nie tut</translation>
    </message>
    <message>
        <source>no PyTorch checkpoint: the archive must hold one data.pkl</source>
        <translation>keine PyTorch-Datei: Das Archiv muss eine data.pkl enthalten</translation>
    </message>
    <message>
        <source>the byte order is no word</source>
        <translation>die Bytefolge ist kein Wort</translation>
    </message>
    <message>
        <source>the weights are not little-endian</source>
        <translation>die Gewichte sind nicht little-endian</translation>
    </message>
    <message>
        <source>the tensor %1 refers to data that are missing or have another size</source>
        <translation>der Tensor %1 verweist auf Daten, die fehlen oder eine andere Größe haben</translation>
    </message>
    <message>
        <source>the tensor %1 is not stored row by row; convert the model to safetensors</source>
        <translation>der Tensor %1 ist nicht zeilenweise gespeichert; wandeln Sie das Modell in safetensors um</translation>
    </message>
    <message>
        <source>the tensor %1 reaches past its data</source>
        <translation>der Tensor %1 reicht über seine Daten hinaus</translation>
    </message>
    <message>
        <source>data.pkl is larger than 64 MiB</source>
        <translation>data.pkl ist größer als 64 MiB</translation>
    </message>
    <message>
        <source>not enough memory for the archive&apos;s table.</source>
        <translation>es fehlt Arbeitsspeicher für die Tabelle des Archivs.</translation>
    </message>
    <message>
        <source>not enough memory for the checkpoint&apos;s table.</source>
        <translation>es fehlt Arbeitsspeicher für die Tabelle der Modelldatei.</translation>
    </message>
    <message>
        <source>the pickle is cut off</source>
        <translation>das Pickle ist abgeschnitten</translation>
    </message>
    <message>
        <source>too many values</source>
        <translation>zu viele Werte</translation>
    </message>
    <message>
        <source>a mark is missing</source>
        <translation>eine Marke fehlt</translation>
    </message>
    <message>
        <source>no pickle begins here</source>
        <translation>hier beginnt kein Pickle</translation>
    </message>
    <message>
        <source>pickle protocol %1; only 2 is read</source>
        <translation>Pickle-Protokoll %1; nur 2 wird gelesen</translation>
    </message>
    <message>
        <source>nothing to drop</source>
        <translation>nichts wegzulegen</translation>
    </message>
    <message>
        <source>the instruction %1 is not one of a checkpoint</source>
        <translation>die Anweisung %1 gehört in keine Modelldatei</translation>
    </message>
    <message>
        <source>a whole number is cut off or has more than 8 bytes</source>
        <translation>eine ganze Zahl ist abgeschnitten oder hat mehr als 8 Byte</translation>
    </message>
    <message>
        <source>a text is longer than 4096 bytes or not UTF-8</source>
        <translation>ein Text ist länger als 4096 Byte oder kein UTF-8</translation>
    </message>
    <message>
        <source>an unknown value is asked for</source>
        <translation>nach einem unbekannten Wert wird gefragt</translation>
    </message>
    <message>
        <source>there is no value to remember</source>
        <translation>es gibt keinen Wert zum Merken</translation>
    </message>
    <message>
        <source>values for a tuple are missing</source>
        <translation>Werte für ein Tupel fehlen</translation>
    </message>
    <message>
        <source>values to store are missing</source>
        <translation>Werte zum Ablegen fehlen</translation>
    </message>
    <message>
        <source>items are stored into something that is no %1</source>
        <translation>Werte werden in etwas abgelegt, das nicht %1 ist</translation>
    </message>
    <message>
        <source>a name is longer than 200 bytes</source>
        <translation>ein Name ist länger als 200 Byte</translation>
    </message>
    <message>
        <source>it asks for &quot;%1&quot;, which could run code; convert the model to safetensors</source>
        <translation>sie verlangt „%1“, was Code ausführen könnte; wandeln Sie das Modell in safetensors um</translation>
    </message>
    <message>
        <source>a storage is not described as PyTorch does</source>
        <translation>ein Speicherbereich ist nicht so beschrieben, wie PyTorch es tut</translation>
    </message>
    <message>
        <source>a tensor must have at most 8 dimensions</source>
        <translation>ein Tensor darf höchstens 8 Dimensionen haben</translation>
    </message>
    <message>
        <source>a dimension is no whole number</source>
        <translation>eine Dimension ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>a tensor is not described as PyTorch does</source>
        <translation>ein Tensor ist nicht so beschrieben, wie PyTorch es tut</translation>
    </message>
    <message>
        <source>a tensor has as many strides as dimensions</source>
        <translation>ein Tensor hat so viele Schrittweiten wie Dimensionen</translation>
    </message>
    <message>
        <source>something else than a known name is called</source>
        <translation>etwas anderes als ein bekannter Name wird aufgerufen</translation>
    </message>
    <message>
        <source>a known name is called in an unknown way</source>
        <translation>ein bekannter Name wird auf unbekannte Art aufgerufen</translation>
    </message>
    <message>
        <source>something else than a dictionary gets attributes</source>
        <translation>etwas anderes als ein Wörterbuch bekommt Eigenschaften</translation>
    </message>
    <message>
        <source>the checkpoint is no dictionary of tensors</source>
        <translation>die Modelldatei ist kein Wörterbuch von Tensoren</translation>
    </message>
    <message>
        <source>the tensor %1 has the element type %2, which Cairn can&apos;t decode; use F32, F16 or BF16.</source>
        <translation>der Tensor %1 hat die Elementart %2, die Cairn nicht entpacken kann; nehmen Sie F32, F16 oder BF16.</translation>
    </message>
    <message>
        <source>%1; the model file is damaged, fetch it again.</source>
        <translation>%1; die Modelldatei ist beschädigt, laden Sie sie neu.</translation>
    </message>
    <message>
        <source>The vocabulary has %1 tokens instead of 1 to 1,000,000</source>
        <translation>Das Vokabular hat %1 Token statt 1 bis 1.000.000</translation>
    </message>
    <message>
        <source>The vocabulary has %1 tokens but %2 types</source>
        <translation>Das Vokabular hat %1 Token, aber %2 Arten</translation>
    </message>
    <message>
        <source>The vocabulary has %1 merges, more than 2,000,000</source>
        <translation>Das Vokabular hat %1 Verschmelzungen, mehr als 2.000.000</translation>
    </message>
    <message>
        <source>The special token id %1 lies outside the vocabulary</source>
        <translation>Die besondere Tokennummer %1 liegt außerhalb des Vokabulars</translation>
    </message>
    <message>
        <source>Token %1 isn&apos;t a name of 1 to 1,024 bytes of UTF-8</source>
        <translation>Token %1 ist kein Name von 1 bis 1.024 Byte UTF-8</translation>
    </message>
    <message>
        <source>Token %1 occurs twice</source>
        <translation>Token %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>Token %1 is of the unknown type %2</source>
        <translation>Token %1 ist von der unbekannten Art %2</translation>
    </message>
    <message>
        <source>Merge %1 isn&apos;t two names with a space between them</source>
        <translation>Verschmelzung %1 besteht nicht aus zwei Namen mit einem Leerzeichen dazwischen</translation>
    </message>
    <message>
        <source>Merge %1 names a token that the vocabulary lacks</source>
        <translation>Verschmelzung %1 nennt ein Token, das dem Vokabular fehlt</translation>
    </message>
    <message>
        <source>The model cuts text by the rule &quot;%1&quot;, which Cairn doesn&apos;t know; use another model.</source>
        <translation>Das Modell zerlegt Text nach der Regel „%1“, die Cairn nicht kennt; nehmen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary has no token %1; choose another chat format.</source>
        <translation>Dem Vokabular des Modells fehlt das Token %1; wählen Sie eine andere Gesprächsform.</translation>
    </message>
    <message>
        <source>The vocabulary&apos;s pieces overlap in more than 8 million ways; use another model.</source>
        <translation>Die Stücke des Vokabulars überlappen sich auf mehr als 8 Millionen Arten; nehmen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The tokenizer.model is damaged: %1 (byte %2); fetch it again.</source>
        <translation>Die tokenizer.model ist beschädigt: %1 (Byte %2); laden Sie sie neu.</translation>
    </message>
    <message>
        <source>a field has no readable tag</source>
        <translation>ein Feld hat keine lesbare Marke</translation>
    </message>
    <message>
        <source>a field has the number %1</source>
        <translation>ein Feld hat die Nummer %1</translation>
    </message>
    <message>
        <source>a field is a group or of an unknown kind</source>
        <translation>ein Feld ist eine Gruppe oder von unbekannter Art</translation>
    </message>
    <message>
        <source>a number doesn&apos;t end</source>
        <translation>eine Zahl endet nicht</translation>
    </message>
    <message>
        <source>a field is cut off</source>
        <translation>ein Feld ist abgeschnitten</translation>
    </message>
    <message>
        <source>a field is longer than what is left</source>
        <translation>ein Feld ist länger als der Rest</translation>
    </message>
    <message>
        <source>field %1 is of the wrong kind</source>
        <translation>Feld %1 ist von falscher Art</translation>
    </message>
    <message>
        <source>piece %1 isn&apos;t 1 to 1,024 bytes of text</source>
        <translation>Stück %1 ist kein Text von 1 bis 1.024 Byte</translation>
    </message>
    <message>
        <source>piece %1 occurs twice</source>
        <translation>Stück %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>piece %1 has no finite score</source>
        <translation>Stück %1 hat keine endliche Bewertung</translation>
    </message>
    <message>
        <source>piece %1 is of the unknown type %2</source>
        <translation>Stück %1 ist von der unbekannten Art %2</translation>
    </message>
    <message>
        <source>piece %1 is a byte with the wrong name</source>
        <translation>Stück %1 ist ein Byte mit falschem Namen</translation>
    </message>
    <message>
        <source>it has %1 byte pieces instead of 256 or none</source>
        <translation>sie hat %1 Byte-Stücke statt 256 oder keines</translation>
    </message>
    <message>
        <source>it has several pieces for the unknown</source>
        <translation>sie hat mehrere Stücke für das Unbekannte</translation>
    </message>
    <message>
        <source>it has %1 pieces instead of 1 to 1,000,000</source>
        <translation>sie hat %1 Stücke statt 1 bis 1.000.000</translation>
    </message>
    <message>
        <source>the special id %1 lies outside the vocabulary</source>
        <translation>die besondere Nummer %1 liegt außerhalb des Vokabulars</translation>
    </message>
    <message>
        <source>its normalisation rules point outside themselves</source>
        <translation>ihre Regeln zur Vereinheitlichung zeigen aus sich hinaus</translation>
    </message>
    <message>
        <source>The tokenizer.model is larger than 64 MiB; it is none, or not one that Cairn can use.</source>
        <translation>Die tokenizer.model ist größer als 64 MiB; sie ist keine, oder keine, die Cairn nutzen kann.</translation>
    </message>
    <message>
        <source>it has more than 1,000,000 pieces</source>
        <translation>sie hat mehr als 1.000.000 Stücke</translation>
    </message>
    <message>
        <source>it names the unknown algorithm %1</source>
        <translation>sie nennt das unbekannte Verfahren %1</translation>
    </message>
    <message>
        <source>The sentencepiece library doesn&apos;t accept this tokenizer.model; use another model.</source>
        <translation>Die Bibliothek sentencepiece nimmt diese tokenizer.model nicht an; nehmen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Two added tokens have the id %1; fetch the model again.</source>
        <translation>Zwei zusätzliche Token haben die Nummer %1; laden Sie das Modell neu.</translation>
    </message>
    <message>
        <source>The added token %1 has the id %2, but the tokenizer.model ends at %3; fetch the model again.</source>
        <translation>Das zusätzliche Token %1 hat die Nummer %2, aber die tokenizer.model endet bei %3; laden Sie das Modell neu.</translation>
    </message>
    <message>
        <source>The model file is damaged: its vocabulary has %1 tokens, %2 scores and %3 types; fetch it again.</source>
        <translation>Die Modelldatei ist beschädigt: Ihr Vokabular hat %1 Token, %2 Bewertungen und %3 Arten; laden Sie sie neu.</translation>
    </message>
    <message>
        <source>The tokenizer.json is damaged: %1; fetch it again.</source>
        <translation>Die tokenizer.json ist beschädigt: %1; laden Sie sie neu.</translation>
    </message>
    <message>
        <source>The tokenizer.json %1, which Cairn doesn&apos;t read; put the model&apos;s tokenizer.model beside it or use a GGUF file.</source>
        <translation>Die tokenizer.json %1, was Cairn nicht liest; legen Sie die tokenizer.model des Modells daneben, oder nehmen Sie eine GGUF-Datei.</translation>
    </message>
    <message>
        <source>puts a space before every text</source>
        <translation>setzt vor jeden Text ein Leerzeichen</translation>
    </message>
    <message>
        <source>cuts text by a pattern</source>
        <translation>zerlegt Text nach einem Muster</translation>
    </message>
    <message>
        <source>prepares text in an unknown way</source>
        <translation>bereitet Text auf unbekannte Art vor</translation>
    </message>
    <message>
        <source>isn&apos;t of the byte-level kind</source>
        <translation>ist nicht von der Art, die Bytes nimmt</translation>
    </message>
    <message>
        <source>doesn&apos;t cut text into words</source>
        <translation>zerlegt Text nicht in Wörter</translation>
    </message>
    <message>
        <source>changes the text before it is cut</source>
        <translation>ändert den Text vor dem Zerlegen</translation>
    </message>
    <message>
        <source>a token has no name or no id below 1,000,000</source>
        <translation>ein Token hat keinen Namen oder keine Nummer unter 1.000.000</translation>
    </message>
    <message>
        <source>the id %1 is used twice</source>
        <translation>die Nummer %1 ist zweimal vergeben</translation>
    </message>
    <message>
        <source>it has no vocabulary</source>
        <translation>sie hat kein Vokabular</translation>
    </message>
    <message>
        <source>no token has the id %1</source>
        <translation>kein Token hat die Nummer %1</translation>
    </message>
    <message>
        <source>merge %1 isn&apos;t a pair of names</source>
        <translation>Verschmelzung %1 ist kein Paar von Namen</translation>
    </message>
    <message>
        <source>it describes no model</source>
        <translation>sie beschreibt kein Modell</translation>
    </message>
    <message>
        <source>opening failed: %1.</source>
        <translation>Öffnen gescheitert: %1.</translation>
    </message>
    <message>
        <source>reading failed: %1.</source>
        <translation>Lesen gescheitert: %1.</translation>
    </message>
    <message>
        <source>reading its size failed: %1.</source>
        <translation>die Größe ließ sich nicht lesen: %1.</translation>
    </message>
    <message>
        <source>checking failed: %1.</source>
        <translation>Prüfen gescheitert: %1.</translation>
    </message>
    <message>
        <source>the file ends before the data it announces.</source>
        <translation>die Datei endet vor den Daten, die sie ankündigt.</translation>
    </message>
    <message>
        <source>not a regular file; choose a file on a disk.</source>
        <translation>keine gewöhnliche Datei; wählen Sie eine Datei auf einem Datenträger.</translation>
    </message>
    <message>
        <source>the file became shorter while it was read; try again.</source>
        <translation>die Datei wurde beim Lesen kürzer; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>the file changed while it was read; try again when it is complete.</source>
        <translation>die Datei änderte sich beim Lesen; versuchen Sie es noch einmal, wenn sie vollständig ist.</translation>
    </message>
    <message>
        <source>larger than the limit of %1 bytes for this kind of file.</source>
        <translation>größer als die Grenze von %1 Byte für diese Art von Datei.</translation>
    </message>
    <message>
        <source>not enough memory to hold the file.</source>
        <translation>es fehlt Arbeitsspeicher für die Datei.</translation>
    </message>
    <message>
        <source>no thread can be started to read the file.</source>
        <translation>zum Lesen der Datei lässt sich kein Thread starten.</translation>
    </message>
    <message>
        <source>the text ends inside a value</source>
        <translation>der Text endet in einem Wert</translation>
    </message>
    <message>
        <source>something follows the value</source>
        <translation>auf den Wert folgt noch etwas</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>zu tief verschachtelt</translation>
    </message>
    <message>
        <source>a member name was expected</source>
        <translation>ein Name wurde erwartet</translation>
    </message>
    <message>
        <source>&apos;:&apos; was expected</source>
        <translation>„:“ wurde erwartet</translation>
    </message>
    <message>
        <source>a member name occurs twice in one object</source>
        <translation>ein Name kommt in einem Objekt zweimal vor</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;}&apos; was expected</source>
        <translation>„,“ oder „}“ wurde erwartet</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;]&apos; was expected</source>
        <translation>„,“ oder „]“ wurde erwartet</translation>
    </message>
    <message>
        <source>a value was expected</source>
        <translation>ein Wert wurde erwartet</translation>
    </message>
    <message>
        <source>digits were expected after &apos;.&apos;</source>
        <translation>nach „.“ wurden Ziffern erwartet</translation>
    </message>
    <message>
        <source>digits were expected in the exponent</source>
        <translation>im Exponenten wurden Ziffern erwartet</translation>
    </message>
    <message>
        <source>a number is out of range</source>
        <translation>eine Zahl ist zu groß oder zu klein</translation>
    </message>
    <message>
        <source>a string is not valid UTF-8</source>
        <translation>ein Text ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>the text ends inside a string</source>
        <translation>der Text endet in einer Zeichenkette</translation>
    </message>
    <message>
        <source>a control character stands in a string</source>
        <translation>in einer Zeichenkette steht ein Steuerzeichen</translation>
    </message>
    <message>
        <source>an escape is not one of JSON</source>
        <translation>eine Umschreibung gehört nicht zu JSON</translation>
    </message>
    <message>
        <source>half of a surrogate pair stands alone</source>
        <translation>die Hälfte eines Zeichenpaars steht allein</translation>
    </message>
    <message>
        <source>the text is larger than the limit of %1 bytes.</source>
        <translation>der Text ist größer als die Grenze von %1 Byte.</translation>
    </message>
    <message>
        <source>not enough memory for the text&apos;s values.</source>
        <translation>es fehlt Arbeitsspeicher für die Werte des Textes.</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht vorhanden</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>die Platzgrenze ist überschritten</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein- oder Ausgabefehler</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>das Dateisystem ist nur lesbar</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele geöffnete Dateien</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>der Ordner ist nicht leer</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>das Gerät ist in Benutzung</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>kein Arbeitsspeicher frei</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Datei ist auf dem entfernten Rechner nicht mehr da</translation>
    </message>
    <message>
        <source>not well-formed (invalid token)</source>
        <translation>nicht wohlgeformt</translation>
    </message>
    <message>
        <source>mismatched tag</source>
        <translation>ein Ende passt zu keinem Anfang</translation>
    </message>
    <message>
        <source>no element found</source>
        <translation>kein Inhalt gefunden</translation>
    </message>
    <message>
        <source>unclosed token</source>
        <translation>ein Zeichen bleibt offen</translation>
    </message>
    <message>
        <source>undefined entity</source>
        <translation>eine unbekannte Entität</translation>
    </message>
    <message>
        <source>unclosed CDATA section</source>
        <translation>ein CDATA-Abschnitt bleibt offen</translation>
    </message>
    <message>
        <source>XML or text declaration not at start of entity</source>
        <translation>die XML-Erklärung steht nicht am Anfang</translation>
    </message>
    <message>
        <source>junk after document element</source>
        <translation>nach dem Inhalt folgt noch etwas</translation>
    </message>
    <message>
        <source>duplicate attribute</source>
        <translation>eine Eigenschaft steht zweimal da</translation>
    </message>
    <message>
        <source>unknown encoding</source>
        <translation>unbekannte Kodierung</translation>
    </message>
    <message>
        <source>unexpected end of file</source>
        <translation>die Datei endet zu früh</translation>
    </message>
    <message>
        <source>session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>dictionary</source>
        <translation>Wörterbuch</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>made</source>
        <translation>angelegt</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>kopiert</translation>
    </message>
    <message>
        <source>written to the disk</source>
        <translation>auf den Datenträger geschrieben</translation>
    </message>
    <message>
        <source>read back</source>
        <translation>zurückgelesen</translation>
    </message>
    <message>
        <source>moved to its place</source>
        <translation>an ihre Stelle gerückt</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>created</source>
        <translation>angelegt</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>%1 (offset %2)</source>
        <translation>%1 (Stelle %2)</translation>
    </message>
    <message>
        <source>Not saved: the disk is full. What was saved before is safe. Free 64 MB and try again.</source>
        <translation>Nicht gespeichert: Die Platte ist voll. Was vorher gespeichert wurde, ist sicher. Geben Sie 64 MB frei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Not saved: %1 MB is free on the disk, going on needs %2. What was saved before is safe.</source>
        <translation>Nicht gespeichert: %1 MB sind auf dem Datenträger frei, weiter braucht es %2. Was vorher gespeichert war, ist sicher.</translation>
    </message>
    <message>
        <source>Not saved: a file may not become this large here (ulimit -f shows the limit). What was saved before is safe.</source>
        <translation>Nicht gespeichert: Eine Datei darf hier nicht so groß werden (ulimit -f zeigt die Grenze). Was vorher gespeichert war, ist sicher.</translation>
    </message>
    <message>
        <source>A stored answer is damaged and can&apos;t be shown. Ask the question again.</source>
        <translation>Eine gespeicherte Antwort ist beschädigt und lässt sich nicht zeigen. Stellen Sie die Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>A file could not be %1: %2. The old one is kept.</source>
        <translation>Eine Datei konnte nicht %1 werden: %2. Die alte ist aufbewahrt.</translation>
    </message>
    <message>
        <source>A file reads back other than it was written; the disk may be failing. The old one is kept.</source>
        <translation>Eine Datei liest sich anders, als sie geschrieben wurde; der Datenträger versagt vielleicht. Die alte ist aufbewahrt.</translation>
    </message>
    <message>
        <source>A file is in place, but its folder could not be flushed to the disk: a power cut now may bring the old one back. Save again.</source>
        <translation>Eine Datei steht an ihrer Stelle, aber ihr Ordner ließ sich nicht auf den Datenträger schreiben: Fällt jetzt der Strom aus, kann die alte zurückkehren. Speichern Sie noch einmal.</translation>
    </message>
    <message>
        <source>The storage file lacks an expected entry.</source>
        <translation>Der Speicherdatei fehlt ein erwarteter Eintrag.</translation>
    </message>
    <message>
        <source>The memory&apos;s description is damaged; the documents have to be read again.</source>
        <translation>Die Beschreibung des Gedächtnisses ist beschädigt; die Dokumente müssen neu gelesen werden.</translation>
    </message>
    <message>
        <source>A block was asked for that is not stored.</source>
        <translation>Nach einem Block wurde gefragt, der nicht gespeichert ist.</translation>
    </message>
    <message>
        <source>Block %1 is damaged; it has to be read again.</source>
        <translation>Block %1 ist beschädigt; er muss neu gelesen werden.</translation>
    </message>
    <message>
        <source>The check was stopped.</source>
        <translation>Die Prüfung wurde angehalten.</translation>
    </message>
    <message>
        <source>A memory of this model is too large to be stored.</source>
        <translation>Ein Gedächtnis dieses Modells ist zum Speichern zu groß.</translation>
    </message>
    <message>
        <source>There is no memory yet; the documents have to be read.</source>
        <translation>Es gibt noch kein Gedächtnis; die Dokumente müssen gelesen werden.</translation>
    </message>
    <message>
        <source>The memory can&apos;t be deleted: %1.</source>
        <translation>Das Gedächtnis lässt sich nicht löschen: %1.</translation>
    </message>
    <message>
        <source>The memory is open for reading only. Close the other program that uses this session and open it again.</source>
        <translation>Das Gedächtnis ist nur zum Lesen geöffnet. Schließen Sie das andere Programm, das diese Sitzung nutzt, und öffnen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>The blocks to store have another shape than the memory.</source>
        <translation>Die zu speichernden Blöcke haben eine andere Form als das Gedächtnis.</translation>
    </message>
    <message>
        <source>The blocks to store leave a gap behind those that are stored.</source>
        <translation>Die zu speichernden Blöcke lassen eine Lücke hinter den gespeicherten.</translation>
    </message>
    <message>
        <source>The open block has another shape than the memory.</source>
        <translation>Der offene Block hat eine andere Form als das Gedächtnis.</translation>
    </message>
    <message>
        <source>The session could not be brought in: what the import worker sent is damaged. Try again.</source>
        <translation>Die Sitzung ließ sich nicht hereinholen: Was der Importprozess schickte, ist beschädigt. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Of document %1 only a part could be recovered; import its file again for the rest.</source>
        <translation>Von Dokument %1 ließ sich nur ein Teil retten; öffnen Sie seine Datei noch einmal für den Rest.</translation>
    </message>
    <message>
        <source>Document %1 is lost; import its file again.</source>
        <translation>Dokument %1 ist verloren; öffnen Sie seine Datei noch einmal.</translation>
    </message>
    <message>
        <source>Question %1 is damaged and was left out.</source>
        <translation>Frage %1 ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Answer %1 was recovered in part.</source>
        <translation>Antwort %1 wurde zum Teil gerettet.</translation>
    </message>
    <message>
        <source>Answer %1 is damaged and was left out.</source>
        <translation>Antwort %1 ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>A note is damaged and was left out.</source>
        <translation>Eine Notiz ist beschädigt und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The trace of the answer contradicts itself; it can&apos;t be stored.</source>
        <translation>Die Spur der Antwort widerspricht sich; sie lässt sich nicht speichern.</translation>
    </message>
    <message>
        <source>The disk reported an error and the storage file is closed. Check the disk and try again.</source>
        <translation>Der Datenträger meldete einen Fehler, und die Speicherdatei ist geschlossen. Prüfen Sie ihn, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The storage file can&apos;t be used safely here: its journal could not be set up. Move it to a local disk.</source>
        <translation>Die Speicherdatei lässt sich hier nicht sicher nutzen: Ihr Journal ließ sich nicht einrichten. Verschieben Sie sie auf einen lokalen Datenträger.</translation>
    </message>
    <message>
        <source>The storage file can&apos;t be used safely here: writes would not wait for the disk.</source>
        <translation>Die Speicherdatei lässt sich hier nicht sicher nutzen: Geschriebenes würde nicht auf den Datenträger warten.</translation>
    </message>
    <message>
        <source>The session is in use by another program. Close it there and try again.</source>
        <translation>Die Sitzung ist in einem anderen Programm geöffnet. Schließen Sie sie dort, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The session is in use by %1. Close it there and try again.</source>
        <translation>Die Sitzung wird benutzt von: %1. Schließen Sie sie dort, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>process %1 on %2</source>
        <translation>Prozess %1 auf %2</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>ein anderes Programm</translation>
    </message>
    <message>
        <source>A storage file is damaged. What is not damaged can still be read.</source>
        <translation>Eine Speicherdatei ist beschädigt. Was unbeschädigt ist, bleibt lesbar.</translation>
    </message>
    <message>
        <source>There was not enough memory to use the storage file.</source>
        <translation>Für die Speicherdatei fehlte Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The disk reported an error (code %1) on a storage file. What was saved before is kept; check the disk.</source>
        <translation>Der Datenträger meldete bei einer Speicherdatei einen Fehler (Code %1). Was vorher gespeichert war, ist aufbewahrt; prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>The stored text of a document is damaged. Import the file again.</source>
        <translation>Der gespeicherte Text eines Dokuments ist beschädigt. Öffnen Sie die Datei noch einmal.</translation>
    </message>
    <message>
        <source>The document&apos;s map points outside its text; it can&apos;t be stored.</source>
        <translation>Die Karte des Dokuments zeigt aus seinem Text hinaus; es lässt sich nicht speichern.</translation>
    </message>
    <message>
        <source>Recovered document %1</source>
        <translation>Gerettetes Dokument %1</translation>
    </message>
    <message>
        <source>There is no such file. It may have been moved or deleted.</source>
        <translation>Diese Datei gibt es nicht. Sie kann verschoben oder gelöscht sein.</translation>
    </message>
    <message>
        <source>The storage layer asked for is not there.</source>
        <translation>Die verlangte Speicherschicht ist nicht da.</translation>
    </message>
    <message>
        <source>The session can&apos;t be locked: %1. Check the permissions of its folder.</source>
        <translation>Die Sitzung lässt sich nicht sperren: %1. Prüfen Sie die Rechte ihres Ordners.</translation>
    </message>
    <message>
        <source>This is no session as Cairn writes them, so it was not opened. Ask its sender for the text itself.</source>
        <translation>Das ist keine Sitzung, wie Cairn sie schreibt, also wurde sie nicht geöffnet. Bitten Sie den Absender um den Text selbst.</translation>
    </message>
    <message>
        <source>This session&apos;s file is damaged. Ask its sender for it again.</source>
        <translation>Die Datei dieser Sitzung ist beschädigt. Bitten Sie den Absender noch einmal darum.</translation>
    </message>
    <message>
        <source>This session was saved by a newer Cairn. Update Cairn to bring it in.</source>
        <translation>Diese Sitzung wurde von einem neueren Cairn gespeichert. Aktualisieren Sie Cairn, um sie hereinzuholen.</translation>
    </message>
    <message>
        <source>This session is larger than 1 GiB, so it was not opened. Ask its sender for the text itself.</source>
        <translation>Diese Sitzung ist größer als 1 GiB, also wurde sie nicht geöffnet. Bitten Sie den Absender um den Text selbst.</translation>
    </message>
    <message>
        <source>A stored entry of the session is damaged. The rest can still be read; a backup may hold it.</source>
        <translation>Ein Eintrag der Sitzung ist beschädigt. Der Rest bleibt lesbar; eine Sicherung kann ihn enthalten.</translation>
    </message>
    <message>
        <source>The session holds no such entry; it may have been deleted.</source>
        <translation>Die Sitzung hat keinen solchen Eintrag; er kann gelöscht sein.</translation>
    </message>
    <message>
        <source>The landmark of block %1 is damaged; the block has to be read again.</source>
        <translation>Die Landmarke von Block %1 ist beschädigt; der Block muss neu gelesen werden.</translation>
    </message>
    <message>
        <source>The session holds an older state of %1. Read the new one into a session of its own, or save it under another name.</source>
        <translation>Die Sitzung enthält einen älteren Stand von %1. Lesen Sie den neuen in eine eigene Sitzung, oder speichern Sie ihn unter anderem Namen.</translation>
    </message>
    <message>
        <source>The session has this text already: %1.</source>
        <translation>Die Sitzung hat diesen Text schon: %1.</translation>
    </message>
    <message>
        <source>The stored end of the text is damaged; it has to be read again.</source>
        <translation>Das gespeicherte Ende des Textes ist beschädigt; es muss neu gelesen werden.</translation>
    </message>
    <message>
        <source>A part of the session is damaged and can&apos;t be shown. The rest can still be read.</source>
        <translation>Ein Teil der Sitzung ist beschädigt und lässt sich nicht zeigen. Der Rest bleibt lesbar.</translation>
    </message>
    <message>
        <source>The session&apos;s file can&apos;t be opened for reading.</source>
        <translation>Die Datei der Sitzung lässt sich nicht zum Lesen öffnen.</translation>
    </message>
    <message>
        <source>The session&apos;s file is no regular file.</source>
        <translation>Die Datei der Sitzung ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>The session&apos;s file is too large to look through for what is left of it.</source>
        <translation>Die Datei der Sitzung ist zu groß, um nach ihren Resten zu suchen.</translation>
    </message>
    <message>
        <source>Nothing of this session could be recovered. It is unchanged; a backup may hold it.</source>
        <translation>Von dieser Sitzung ließ sich nichts retten. Sie ist unverändert; eine Sicherung kann sie enthalten.</translation>
    </message>
    <message>
        <source>%1 of %2 documents were not found.</source>
        <translation>%1 von %2 Dokumenten wurden nicht gefunden.</translation>
    </message>
    <message>
        <source>%1 of %2 questions were not found.</source>
        <translation>%1 von %2 Fragen wurden nicht gefunden.</translation>
    </message>
    <message>
        <source>%1 of %2 answers were not found.</source>
        <translation>%1 von %2 Antworten wurden nicht gefunden.</translation>
    </message>
    <message>
        <source>%1 of %2 notes were not found.</source>
        <translation>%1 von %2 Notizen wurden nicht gefunden.</translation>
    </message>
    <message>
        <source>There is no session in this folder.</source>
        <translation>In diesem Ordner ist keine Sitzung.</translation>
    </message>
    <message>
        <source>Search can&apos;t be made ready again: the session can&apos;t be read.</source>
        <translation>Die Suche lässt sich nicht neu einrichten: Die Sitzung ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Some document texts were lost or changed on the disk.</source>
        <translation>Texte von Dokumenten gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some questions or answers were lost or changed on the disk.</source>
        <translation>Fragen oder Antworten gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some notes were lost or changed on the disk.</source>
        <translation>Notizen gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some settings were lost or changed on the disk.</source>
        <translation>Einstellungen gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some reading positions were lost or changed on the disk.</source>
        <translation>Lesestände gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some marks of removed documents were lost or changed on the disk.</source>
        <translation>Vermerke über entfernte Dokumente gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some marks of deleted questions were lost or changed on the disk.</source>
        <translation>Vermerke über gelöschte Fragen gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>Some links between blocks were lost or changed on the disk.</source>
        <translation>Verbindungen zwischen Blöcken gingen auf dem Datenträger verloren oder wurden dort geändert.</translation>
    </message>
    <message>
        <source>There is a file already. Choose another name.</source>
        <translation>Es gibt schon eine Datei. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>This session holds no such question. It may have been deleted for good.</source>
        <translation>Diese Sitzung hat keine solche Frage. Sie kann endgültig gelöscht sein.</translation>
    </message>
    <message>
        <source>A question or an answer is damaged.</source>
        <translation>Eine Frage oder eine Antwort ist beschädigt.</translation>
    </message>
    <message>
        <source>This session holds no such answer. It may have been deleted for good.</source>
        <translation>Diese Sitzung hat keine solche Antwort. Sie kann endgültig gelöscht sein.</translation>
    </message>
    <message>
        <source>Only one of several finished answers can be deleted alone. Delete the question instead.</source>
        <translation>Allein löschen lässt sich nur eine von mehreren fertigen Antworten. Löschen Sie stattdessen die Frage.</translation>
    </message>
    <message>
        <source>The question of this answer is damaged.</source>
        <translation>Die Frage zu dieser Antwort ist beschädigt.</translation>
    </message>
    <message>
        <source>An answer has no question.</source>
        <translation>Eine Antwort hat keine Frage.</translation>
    </message>
    <message>
        <source>The session&apos;s folder can&apos;t be %1: %2.</source>
        <translation>Der Ordner der Sitzung kann nicht %1 werden: %2.</translation>
    </message>
    <message>
        <source>There is no session in this folder. Nothing was deleted.</source>
        <translation>In diesem Ordner ist keine Sitzung. Nichts wurde gelöscht.</translation>
    </message>
    <message>
        <source>There is no session in this folder. Nothing was moved.</source>
        <translation>In diesem Ordner ist keine Sitzung. Nichts wurde verschoben.</translation>
    </message>
    <message>
        <source>There is a folder of this name already. Nothing was moved; rename one of them first.</source>
        <translation>Es gibt schon einen Ordner dieses Namens. Nichts wurde verschoben; benennen Sie zuerst einen davon um.</translation>
    </message>
    <message>
        <source>This session holds no such document.</source>
        <translation>Diese Sitzung hat kein solches Dokument.</translation>
    </message>
    <message>
        <source>A session keeps at least one document. Delete the session instead.</source>
        <translation>Eine Sitzung behält mindestens ein Dokument. Löschen Sie stattdessen die Sitzung.</translation>
    </message>
    <message>
        <source>The session is open for reading only. Close the other program that uses it and open it again.</source>
        <translation>Die Sitzung ist nur zum Lesen geöffnet. Schließen Sie das andere Programm, das sie nutzt, und öffnen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>This session was saved by a newer Cairn: it can be looked at, not changed. Update Cairn to read on or ask.</source>
        <translation>Diese Sitzung wurde von einem neueren Cairn gespeichert: Sie lässt sich ansehen, nicht ändern. Aktualisieren Sie Cairn, um weiterzulesen oder zu fragen.</translation>
    </message>
    <message>
        <source>There is no session in this folder. It may have been moved or deleted.</source>
        <translation>In diesem Ordner ist keine Sitzung. Sie kann verschoben oder gelöscht sein.</translation>
    </message>
    <message>
        <source>The session is of an older format. Open it once for writing, then it can be read.</source>
        <translation>Die Sitzung hat ein älteres Format. Öffnen Sie sie einmal zum Schreiben, dann lässt sie sich lesen.</translation>
    </message>
    <message>
        <source>The session is damaged and can&apos;t be opened. Nothing was changed.</source>
        <translation>Die Sitzung ist beschädigt und lässt sich nicht öffnen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The session lies on another drive and can&apos;t be moved to the trash. Nothing was changed.</source>
        <translation>Die Sitzung liegt auf einem anderen Laufwerk und lässt sich nicht in den Papierkorb verschieben. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The session could not be moved: %1. Nothing was changed.</source>
        <translation>Die Sitzung ließ sich nicht verschieben: %1. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>There is no session in this folder. Nothing was changed.</source>
        <translation>In diesem Ordner ist keine Sitzung. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Another session stands in its place now. Rename that one first.</source>
        <translation>An ihrer Stelle steht jetzt eine andere Sitzung. Benennen Sie zuerst diese um.</translation>
    </message>
    <message>
        <source>A stored setting of the session is damaged. Set it again.</source>
        <translation>Eine Einstellung der Sitzung ist beschädigt. Stellen Sie sie neu ein.</translation>
    </message>
    <message>
        <source>The stored trace of an answer is damaged. The answer itself can still be read.</source>
        <translation>Die gespeicherte Spur einer Antwort ist beschädigt. Die Antwort selbst bleibt lesbar.</translation>
    </message>
    <message>
        <source>The session is damaged and can&apos;t be brought to the new format. It is unchanged.</source>
        <translation>Die Sitzung ist beschädigt und lässt sich nicht ins neue Format bringen. Sie ist unverändert.</translation>
    </message>
    <message>
        <source>There is a session already. Open it, or choose another place.</source>
        <translation>Es gibt schon eine Sitzung. Öffnen Sie sie, oder wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>Saved by a newer Cairn (format %1, this one knows %2). Nothing was changed. Update Cairn to open it.</source>
        <translation>Von einem neueren Cairn gespeichert (Format %1, dieses kennt %2). Nichts wurde geändert. Aktualisieren Sie Cairn, um es zu öffnen.</translation>
    </message>
    <message>
        <source>This is not a %1 of this Cairn. Nothing was changed. Choose another one.</source>
        <translation>Das gehört nicht zu diesem Cairn (%1). Nichts wurde geändert. Wählen Sie etwas anderes.</translation>
    </message>
    <message>
        <source>The %1 is damaged and can&apos;t be opened. Nothing was changed.</source>
        <translation>Beschädigt und nicht zu öffnen: %1. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>There is a session in %1 already. Choose another folder.</source>
        <translation>In %1 ist schon eine Sitzung. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be made: %2.</source>
        <translation>Der Ordner %1 lässt sich nicht anlegen: %2.</translation>
    </message>
    <message>
        <source>The folder %1 could not be made: %2.</source>
        <translation>Der Ordner %1 ließ sich nicht anlegen: %2.</translation>
    </message>
    <message>
        <source>Beside this session lies an unfinished write. Open and close it where it was made, then copy it again.</source>
        <translation>Neben dieser Sitzung liegt ein unvollendeter Schreibvorgang. Öffnen und schließen Sie sie dort, wo sie entstand, und kopieren Sie sie dann noch einmal.</translation>
    </message>
    <message>
        <source>%1 of %2 documents were not as they must be and were left out.</source>
        <translation>%1 von %2 Dokumenten waren nicht, wie sie sein müssen, und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>%1 of %2 questions were not as they must be and were left out.</source>
        <translation>%1 von %2 Fragen waren nicht, wie sie sein müssen, und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>%1 of %2 answers were not as they must be and were left out.</source>
        <translation>%1 von %2 Antworten waren nicht, wie sie sein müssen, und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>%1 of %2 notes were not as they must be and were left out.</source>
        <translation>%1 von %2 Notizen waren nicht, wie sie sein müssen, und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The trace of an answer was not as it must be and was left out.</source>
        <translation>Die Spur einer Antwort war nicht, wie sie sein muss, und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The citations of an answer were not as they must be and were left out.</source>
        <translation>Die Belege einer Antwort waren nicht, wie sie sein müssen, und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>This file is not an export of Cairn, or it was changed: line %1 is not as it must be. Nothing was brought in.</source>
        <translation>Diese Datei ist kein Export von Cairn, oder sie wurde geändert: Zeile %1 ist nicht, wie sie sein muss. Nichts wurde hereingeholt.</translation>
    </message>
    <message>
        <source>These answers are about documents that this session does not hold. Open the session of those documents and try again. Nothing was brought in.</source>
        <translation>Diese Antworten handeln von Dokumenten, die diese Sitzung nicht hat. Öffnen Sie die Sitzung dieser Dokumente, und versuchen Sie es noch einmal. Nichts wurde hereingeholt.</translation>
    </message>
    <message>
        <source>This file is too large to be an export of Cairn. Nothing was brought in.</source>
        <translation>Diese Datei ist zu groß für einen Export von Cairn. Nichts wurde hereingeholt.</translation>
    </message>
    <message>
        <source>This file can&apos;t be read. Nothing was brought in.</source>
        <translation>Diese Datei ist nicht lesbar. Nichts wurde hereingeholt.</translation>
    </message>
    <message>
        <source>The desktop&apos;s list of files used lately could not be read, so nothing was added to it.</source>
        <translation>Die Liste der zuletzt benutzten Dateien des Schreibtischs war nicht lesbar, also wurde ihr nichts hinzugefügt.</translation>
    </message>
    <message>
        <source>The desktop&apos;s list of files used lately is too large or can&apos;t be opened.</source>
        <translation>Die Liste der zuletzt benutzten Dateien des Schreibtischs ist zu groß oder lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>“%1” is no encoding that Cairn knows; %2.</source>
        <translation>„%1“ ist keine Kodierung, die Cairn kennt; %2.</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eine von %1</translation>
    </message>
    <message>
        <source>The message stream is broken: a header is not as it must be.</source>
        <translation>Der Strom der Nachrichten ist gestört: Ein Kopf ist nicht, wie er sein muss.</translation>
    </message>
    <message>
        <source>The message stream is broken: a command is not as it must be.</source>
        <translation>Der Strom der Nachrichten ist gestört: Ein Befehl ist nicht, wie er sein muss.</translation>
    </message>
    <message>
        <source>The message stream is broken: an event is not as it must be.</source>
        <translation>Der Strom der Nachrichten ist gestört: Ein Ereignis ist nicht, wie es sein muss.</translation>
    </message>
    <message>
        <source>The message stream is broken: a search is not as it must be.</source>
        <translation>Der Strom der Nachrichten ist gestört: Eine Suche ist nicht, wie sie sein muss.</translation>
    </message>
    <message>
        <source>No mem_id in config.json: %1, the token &lt;landmark&gt;.</source>
        <translation>Kein mem_id in config.json: %1, das Token &lt;landmark&gt;.</translation>
    </message>
    <message>
        <source>the tensor %1 is no part of such an adapter</source>
        <translation>der Tensor %1 gehört zu keinem solchen Adapter</translation>
    </message>
    <message>
        <source>the tensor %1 has the shape %2 instead of %3</source>
        <translation>der Tensor %1 hat die Form %2 statt %3</translation>
    </message>
    <message>
        <source>the tensor %1 holds a value that is not finite</source>
        <translation>der Tensor %1 enthält einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
        <source>its attention is &quot;%1&quot; instead of exact or grouped</source>
        <translation>seine Aufmerksamkeit ist „%1“ statt exact oder grouped</translation>
    </message>
    <message>
        <source>its %1 is no number</source>
        <translation>sein %1 ist keine Zahl</translation>
    </message>
    <message>
        <source>its %1 must be 1 to %2</source>
        <translation>sein %1 muss 1 bis %2 sein</translation>
    </message>
    <message>
        <source>not a GGUF file, it doesn&apos;t begin with &quot;GGUF&quot;</source>
        <translation>keine GGUF-Datei, sie beginnt nicht mit „GGUF“</translation>
    </message>
    <message>
        <source>general.alignment must be a power of two from 8 to 65536</source>
        <translation>general.alignment muss eine Zweierpotenz von 8 bis 65536 sein</translation>
    </message>
    <message>
        <source>the tensor %1 must have 1 to 4 dimensions</source>
        <translation>der Tensor %1 muss 1 bis 4 Dimensionen haben</translation>
    </message>
    <message>
        <source>a dimension of the tensor %1 is zero or cut off</source>
        <translation>eine Dimension des Tensors %1 ist null oder abgeschnitten</translation>
    </message>
    <message>
        <source>a tensor name must have 1 to 63 characters</source>
        <translation>der Name eines Tensors muss 1 bis 63 Zeichen haben</translation>
    </message>
    <message>
        <source>a tensor name is cut off or no text</source>
        <translation>der Name eines Tensors ist abgeschnitten oder kein Text</translation>
    </message>
    <message>
        <source>the tensor table is cut off</source>
        <translation>die Tabelle der Tensoren ist abgeschnitten</translation>
    </message>
    <message>
        <source>the tensor %1 has the type number %2, which Cairn can&apos;t decode; use F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K or Q6_K.</source>
        <translation>der Tensor %1 hat die Artnummer %2, die Cairn nicht entpacken kann; nehmen Sie F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K oder Q6_K.</translation>
    </message>
    <message>
        <source>The text is larger than 4 GiB; split it into several documents.</source>
        <translation>Der Text ist größer als 4 GiB; teilen Sie ihn auf mehrere Dokumente auf.</translation>
    </message>
    <message>
        <source>The text isn&apos;t valid UTF-8; convert it first.</source>
        <translation>Der Text ist kein gültiges UTF-8; wandeln Sie ihn zuerst um.</translation>
    </message>
    <message>
        <source>%1 has the wrong type (offset %2).</source>
        <translation>%1 hat die falsche Art (Stelle %2).</translation>
    </message>
    <message>
        <source>There are too many sessions of this name. Choose another title.</source>
        <translation>Es gibt zu viele Sitzungen dieses Namens. Wählen Sie einen anderen Titel.</translation>
    </message>
    <message>
        <source>There is no session called &quot;%1&quot;. List them to see which there are.</source>
        <translation>Es gibt keine Sitzung namens „%1“. Sehen Sie in der Liste nach, welche es gibt.</translation>
    </message>
    <message>
        <source>Several sessions are called &quot;%1&quot;. Give the folder of the one you mean.</source>
        <translation>Mehrere Sitzungen heißen „%1“. Nennen Sie den Ordner der gemeinten.</translation>
    </message>
    <message>
        <source>The structure of the session file is damaged.</source>
        <translation>Der Aufbau der Sitzungsdatei ist beschädigt.</translation>
    </message>
    <message>
        <source>A setting, such as the title or the time of creation, is damaged.</source>
        <translation>Eine Einstellung wie der Titel oder die Zeit der Anlage ist beschädigt.</translation>
    </message>
    <message>
        <source>The list of documents can&apos;t be read.</source>
        <translation>Die Liste der Dokumente ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The list of questions can&apos;t be read.</source>
        <translation>Die Liste der Fragen ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Question %1 is damaged.</source>
        <translation>Frage %1 ist beschädigt.</translation>
    </message>
    <message>
        <source>The list of answers can&apos;t be read.</source>
        <translation>Die Liste der Antworten ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The notes can&apos;t be read.</source>
        <translation>Die Notizen sind nicht lesbar.</translation>
    </message>
    <message>
        <source>Note %1 is damaged.</source>
        <translation>Notiz %1 ist beschädigt.</translation>
    </message>
    <message>
        <source>No model that can be used was found in %1. Choose a model file; on the command line with --model or CAIRN_MODEL.</source>
        <translation>In %1 wurde kein nutzbares Modell gefunden. Wählen Sie eine Modelldatei; auf der Befehlszeile mit --model oder CAIRN_MODEL.</translation>
    </message>
    <message>
        <source>The places are those of another text.</source>
        <translation>Die Stellen gehören zu einem anderen Text.</translation>
    </message>
    <message>
        <source>Nothing can be written where this session lies: it can be read there, not changed. Copy its folder to a place of your own and open the copy.</source>
        <translation>Wo diese Sitzung liegt, kann nichts geschrieben werden: Sie kann dort gelesen, aber nicht geändert werden. Den Ordner an einen eigenen Ort kopieren und die Kopie öffnen.</translation>
    </message>
    <message>
        <source>The session was left in the middle of a change, which can&apos;t be undone where nothing can be written. Copy its folder to a place of your own and open the copy.</source>
        <translation>Die Sitzung blieb mitten in einer Änderung stehen, die nicht rückgängig gemacht werden kann, wo nichts geschrieben werden kann. Den Ordner an einen eigenen Ort kopieren und die Kopie öffnen.</translation>
    </message>
    <message>
        <source>The session can&apos;t be made at %1: there is a file. Name a folder.</source>
        <translation>Die Sitzung kann nicht unter %1 angelegt werden: Dort liegt eine Datei. Einen Ordner nennen.</translation>
    </message>
    <message>
        <source>The session&apos;s folder is no longer where it was opened, so nothing can be saved. Put it back, or close the session and open it where it is now.</source>
        <translation>Der Ordner der Sitzung ist nicht mehr, wo er geöffnet wurde; nichts kann gespeichert werden. Ihn zurücklegen, oder die Sitzung schließen und dort öffnen, wo sie jetzt liegt.</translation>
    </message>
    <message>
        <source>This session was read with %1. Read it again%2</source>
        <translation>Diese Sitzung wurde mit %1 gelesen. Lesen Sie sie neu%2</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>einem anderen Modell</translation>
    </message>
    <message>
        <source>another landmark adapter</source>
        <translation>einem anderen Landmarken-Adapter</translation>
    </message>
    <message>
        <source>another number type</source>
        <translation>einem anderen Zahlentyp</translation>
    </message>
    <message>
        <source>another model, adapter or number type</source>
        <translation>einem anderen Modell, Adapter oder Zahlentyp</translation>
    </message>
    <message>
        <source>There is no file &quot;%1&quot;. %2 takes an adapter&apos;s .safetensors file; %3 none does without.</source>
        <translation>Es gibt keine Datei „%1“. %2 nimmt die .safetensors-Datei eines Adapters; mit %3 none geht es ohne.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a folder. %2 takes an adapter&apos;s .safetensors file; %3 none does without.</source>
        <translation>„%1“ ist ein Ordner. %2 nimmt die .safetensors-Datei eines Adapters; mit %3 none geht es ohne.</translation>
    </message>
    <message>
        <source>The entry of document %1 is damaged.</source>
        <translation>Der Eintrag von Dokument %1 ist beschädigt.</translation>
    </message>
    <message>
        <source>The text of &quot;%1&quot; is damaged.</source>
        <translation>Der Text von „%1“ ist beschädigt.</translation>
    </message>
    <message>
        <source>Answer %1 is damaged.</source>
        <translation>Antwort %1 ist beschädigt.</translation>
    </message>
    <message>
        <source>The trace of answer %1 is damaged.</source>
        <translation>Die Spur von Antwort %1 ist beschädigt.</translation>
    </message>
    <message>
        <source>This is another text than the damaged one.</source>
        <translation>Das ist ein anderer Text als der beschädigte.</translation>
    </message>
    <message>
        <source>The folder &quot;%1&quot; holds no Cairn session: it has no session.db. Name the folder of one.</source>
        <translation>Der Ordner „%1“ enthält keine Cairn-Sitzung: Er hat keine session.db. Nennen Sie den Ordner einer Sitzung.</translation>
    </message>
    <message>
        <source>Its %1 blocks are given up then.</source>
        <translation>Seine %1 Blöcke werden dann aufgegeben.</translation>
    </message>
    <message>
        <source>Without %1 it is used as it is.</source>
        <translation>Ohne %1 wird es benutzt, wie es ist.</translation>
    </message>
    <message>
        <source>The entry of document %1 is damaged. cairn-cli verify %2 --repair takes it anew from its file, or brings what can be read into a new session.</source>
        <translation>Der Eintrag von Dokument %1 ist beschädigt. cairn-cli verify %2 --repair liest es neu aus seiner Datei, oder bringt, was lesbar ist, in eine neue Sitzung.</translation>
    </message>
    <message>
        <source>The text of &quot;%1&quot; is damaged. cairn-cli verify %2 --repair takes it anew from its file, or brings what can be read into a new session.</source>
        <translation>Der Text von „%1“ ist beschädigt. cairn-cli verify %2 --repair liest ihn neu aus seiner Datei, oder bringt, was lesbar ist, in eine neue Sitzung.</translation>
    </message>
    <message>
        <source>The stored words of an answer are damaged.</source>
        <translation>Die gespeicherten Wörter einer Antwort sind beschädigt.</translation>
    </message>
    <message>
        <source>A stored answer points to places that no document has. Ask the question again.</source>
        <translation>Eine gespeicherte Antwort zeigt auf Stellen, die es in keinem Dokument gibt. Stellen Sie die Frage noch einmal.</translation>
    </message>
    <message>
        <source>The answer points outside its own words; it can&apos;t be stored.</source>
        <translation>Die Antwort zeigt auf Stellen außerhalb ihrer eigenen Wörter; sie kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The engine sent something wrong and was stopped. Try again.</source>
        <translation>Der Rechenprozess schickte etwas Falsches und wurde beendet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>A file could not be %1: %2.</source>
        <translation>Eine Datei konnte nicht %1 werden: %2.</translation>
    </message>
    <message>
        <source>A file reads back other than it was written; the disk may be failing.</source>
        <translation>Eine Datei liest sich anders, als sie geschrieben wurde; der Datenträger versagt vielleicht.</translation>
    </message>
    <message>
        <source>The memory does not hold this text.</source>
        <translation>Das Gedächtnis enthält diesen Text nicht.</translation>
    </message>
    <message>
        <source>This session lies on a network drive (%1), where programs can&apos;t be kept from writing at the same time. Open it on one computer at a time, or keep it on a disk of this one.</source>
        <translation>Diese Sitzung liegt auf einem Netzlaufwerk (%1), auf dem sich gleichzeitiges Schreiben nicht verhindern lässt. Öffnen Sie sie immer nur auf einem Rechner, oder legen Sie sie auf einen Datenträger dieses Rechners.</translation>
    </message>
    <message>
        <source>the first command must open a session, search many, or restore a text.</source>
        <translation>der erste Befehl muss eine Sitzung öffnen, viele durchsuchen oder einen Text wiederherstellen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is an address on the web, where Cairn opens nothing. Save the page as a file first.</source>
        <translation>„%1“ ist eine Adresse im Netz; dort öffnet Cairn nichts. Speichern Sie die Seite zuerst als Datei.</translation>
    </message>
    <message>
        <source>A storage file can&apos;t be opened for this. Check the permissions of its folder.</source>
        <translation>Eine Speicherdatei lässt sich dafür nicht öffnen. Prüfen Sie die Rechte ihres Ordners.</translation>
    </message>
    <message>
        <source>This is a drawing or a chart, which Cairn can&apos;t read. Save it as PDF and open that.</source>
        <translation>Das ist eine Zeichnung oder ein Diagramm, was Cairn nicht lesen kann. Speichern Sie es als PDF, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a formula without a text around it, which Cairn can&apos;t read. Put it into a text document and open that.</source>
        <translation>Das ist eine Formel ohne Text darum herum, was Cairn nicht lesen kann. Setzen Sie sie in ein Textdokument, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is a database, which Cairn can&apos;t read. Save what you need of it as PDF or text and open that.</source>
        <translation>Das ist eine Datenbank, was Cairn nicht lesen kann. Speichern Sie, was Sie daraus brauchen, als PDF oder Text, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This is an OpenDocument file of a kind that Cairn can&apos;t read. Save it as PDF and open that.</source>
        <translation>Das ist eine OpenDocument-Datei einer Art, die Cairn nicht lesen kann. Speichern Sie sie als PDF, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>This OpenDocument file has no text in it. Choose another file.</source>
        <translation>Diese OpenDocument-Datei enthält keinen Text. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>This is a zip archive without a document that Cairn knows (EPUB, DOCX or ODT). Unpack it and open the documents inside.</source>
        <translation>Das ist ein Zip-Archiv ohne ein Dokument, das Cairn kennt (EPUB, DOCX oder ODT). Entpacken Sie es, und öffnen Sie die Dokumente darin.</translation>
    </message>
    <message>
        <source>This zip archive holds several FictionBook files. Unpack it and open those that you want.</source>
        <translation>Dieses Zip-Archiv enthält mehrere FictionBook-Dateien. Entpacken Sie es, und öffnen Sie die gewünschten.</translation>
    </message>
    <message>
        <source>This notebook is damaged or too large to be read. Get a fresh copy, or save it as HTML or PDF and open that.</source>
        <translation>Dieses Notebook ist beschädigt oder zu groß zum Lesen. Besorgen Sie sich eine neue Kopie, oder speichern Sie es als HTML oder PDF, und öffnen Sie diese Datei.</translation>
    </message>
    <message>
        <source>This notebook has an old form. Save it anew with a Jupyter of today and open that.</source>
        <translation>Dieses Notebook hat eine alte Form. Speichern Sie es mit einem heutigen Jupyter neu, und öffnen Sie die neue Datei.</translation>
    </message>
    <message>
        <source>This file holds binary data, not a document that Cairn knows. Save it as PDF, EPUB, DOCX, ODT or text and open that.</source>
        <translation>Diese Datei enthält Binärdaten, kein Dokument, das Cairn kennt. Speichern Sie es als PDF, EPUB, DOCX, ODT oder Text, und öffnen Sie dieses.</translation>
    </message>
    <message>
        <source>The document is not text and of no type that Cairn reads; export it as PDF, EPUB, DOCX, ODT, HTML or plain text.</source>
        <translation>Das Dokument ist kein Text und von keiner Art, die Cairn liest; exportieren Sie es als PDF, EPUB, DOCX, ODT, HTML oder reinen Text.</translation>
    </message>
    <message>
        <source>The document</source>
        <translation>Das Dokument</translation>
    </message>
    <message>
        <source>The file is a zip archive but no OpenDocument text (%1 is missing); get a fresh copy of it.</source>
        <translation>Die Datei ist ein Zip-Archiv, aber kein OpenDocument-Text (%1 fehlt); holen Sie eine neue Kopie davon.</translation>
    </message>
    <message>
        <source>The document is protected by a password; open it in a word processor and save it without one.</source>
        <translation>Das Dokument ist mit einem Passwort geschützt; öffnen Sie es in einer Textverarbeitung, und speichern Sie es ohne.</translation>
    </message>
    <message>
        <source>Nothing of the part that the question is limited to is read and open to it; wait for it to be read, or ask without the limit.</source>
        <translation>Von dem Teil, auf den die Frage beschränkt ist, ist nichts gelesen und ihr offen; warten Sie, bis er gelesen ist, oder fragen Sie ohne die Beschränkung.</translation>
    </message>
    <message>
        <source>The question is limited to a part of a document that is not in this session.</source>
        <translation>Die Frage ist auf einen Teil eines Dokuments beschränkt, das nicht in dieser Sitzung ist.</translation>
    </message>
    <message>
        <source>%1 cairn-cli verify %2 --repair reads the memory again.</source>
        <translation>%1 cairn-cli verify %2 --repair liest das Gedächtnis neu.</translation>
    </message>
    <message>
        <source>The session&apos;s folder can&apos;t be deleted: %1. The session lies in %2 now; what is left of it in %3 can go.</source>
        <translation>Der Ordner der Sitzung lässt sich nicht löschen: %1. Die Sitzung liegt jetzt in %2; was von ihr in %3 übrig ist, kann weg.</translation>
    </message>
    <message>
        <source>The search for what is left of the session was stopped.</source>
        <translation>Die Suche nach dem, was von der Sitzung übrig ist, wurde angehalten.</translation>
    </message>
    <message>
        <source>Adding documents was stopped. None of them was added.</source>
        <translation>Das Hinzufügen von Dokumenten wurde angehalten. Keines wurde hinzugefügt.</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln Block</numerusform>
            <numerusform>%Ln Blöcke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, under 1 min</source>
        <translation>%1, unter 1 min</translation>
    </message>
    <message>
        <source>%1, about %2 min</source>
        <translation>%1, etwa %2 min</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>Reading %1 %</source>
        <translation>Liest, %1 %</translation>
    </message>
    <message>
        <source>Paused at %1 %</source>
        <translation>Angehalten bei %1 %</translation>
    </message>
    <message>
        <source>Needs rereading</source>
        <translation>Muss neu gelesen werden</translation>
    </message>
    <message>
        <source>Source missing, text is kept</source>
        <translation>Quelle fehlt, Text ist da</translation>
    </message>
    <message>
        <source>Memory discarded</source>
        <translation>Gedächtnis verworfen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%Ln answer(s) to this question</source>
        <translation>
            <numerusform>%Ln Antwort auf diese Frage</numerusform>
            <numerusform>%Ln Antworten auf diese Frage</numerusform>
        </translation>
    </message>
    <message>
        <source>question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>chapter, question</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>question, settings</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln remark(s)</source>
        <translation>
            <numerusform>%Ln Anmerkung</numerusform>
            <numerusform>%Ln Anmerkungen</numerusform>
        </translation>
    </message>
    <message>
        <source>part of a block</source>
        <translation>Teil eines Blocks</translation>
    </message>
    <message>
        <source>Changed since it was read</source>
        <translation>Seit dem Lesen geändert</translation>
    </message>
    <message>
        <source>Read elsewhere, %1 %</source>
        <translation>Anderswo gelesen, %1 %</translation>
    </message>
</context>
<context>
    <name>Starters</name>
    <message>
        <source>What does the text say about “%1”?</source>
        <translation>Was sagt der Text über „%1“?</translation>
    </message>
</context>
<context>
    <name>Study</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n word(s)</source>
        <translation>
            <numerusform>%n Wort insgesamt</numerusform>
            <numerusform>alle %n Wörter</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ViewKeys</name>
    <message>
        <source>anywhere</source>
        <translation>überall</translation>
    </message>
    <message>
        <source>outside text fields</source>
        <translation>außerhalb von Textfeldern</translation>
    </message>
    <message>
        <source>question box</source>
        <translation>Fragefeld</translation>
    </message>
    <message>
        <source>reader</source>
        <translation>Leseansicht</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>list of heads</source>
        <translation>Liste der Köpfe</translation>
    </message>
    <message>
        <source>close what is open, stop the answer, or give up the selection, one at a time</source>
        <translation>schließen, was offen ist, die Antwort anhalten oder die Auswahl aufheben, eins nach dem anderen</translation>
    </message>
    <message>
        <source>what can be done here</source>
        <translation>was hier möglich ist</translation>
    </message>
    <message>
        <source>next, previous evidence</source>
        <translation>nächster, voriger Beleg</translation>
    </message>
    <message>
        <source>find in this document</source>
        <translation>in diesem Dokument suchen</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>fragen</translation>
    </message>
    <message>
        <source>new line</source>
        <translation>neue Zeile</translation>
    </message>
    <message>
        <source>a page down, up</source>
        <translation>eine Seite vor, zurück</translation>
    </message>
    <message>
        <source>one word of the answer back or on</source>
        <translation>ein Wort der Antwort zurück oder weiter</translation>
    </message>
    <message>
        <source>play</source>
        <translation>abspielen</translation>
    </message>
    <message>
        <source>one cell further; with Ctrl the next one that is not empty</source>
        <translation>eine Zelle weiter; mit Strg zur nächsten, die nicht leer ist</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>first, last block</source>
        <translation>erster, letzter Block</translation>
    </message>
    <message>
        <source>a layer up, down; else a page of rows</source>
        <translation>eine Schicht nach oben, unten; sonst eine Seite Zeilen</translation>
    </message>
    <message>
        <source>zoom in, out, fit</source>
        <translation>vergrößern, verkleinern, einpassen</translation>
    </message>
    <message>
        <source>lock the cell</source>
        <translation>die Zelle festhalten</translation>
    </message>
    <message>
        <source>go to a block</source>
        <translation>zu einem Block gehen</translation>
    </message>
    <message>
        <source>show as table</source>
        <translation>als Tabelle zeigen</translation>
    </message>
    <message>
        <source>name the head</source>
        <translation>den Kopf benennen</translation>
    </message>
    <message>
        <source>keep the head on top</source>
        <translation>den Kopf oben halten</translation>
    </message>
    <message>
        <source>sort by similarity to this head</source>
        <translation>nach Ähnlichkeit mit diesem Kopf sortieren</translation>
    </message>
    <message>
        <source>notes and answers at the side</source>
        <translation>Notizen und Antworten an der Seite</translation>
    </message>
    <message>
        <source>delete it; it can be put back</source>
        <translation>löschen; es lässt sich zurückholen</translation>
    </message>
</context>
<context>
    <name>cairn</name>
    <message>
        <source>p. %1</source>
        <translation>S. %1</translation>
    </message>
    <message>
        <source>p. %1 (PDF %2)</source>
        <translation>S. %1 (PDF %2)</translation>
    </message>
    <message>
        <source>ch. %1</source>
        <translation>Kap. %1</translation>
    </message>
    <message>
        <source>sec. %1</source>
        <translation>Abschn. %1</translation>
    </message>
    <message>
        <source>par. %1</source>
        <translation>Abs. %1</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>Evidence %1 (%2), largest gate %3, rank %4 of %5 blocks</source>
        <translation>Belege %1 (%2), größtes Gate %3, Rang %4 von %5 Blöcken</translation>
    </message>
    <message>
        <source>Removal effect %1 (log-probability)</source>
        <translation>Wirkung des Entfernens %1 (Log-Wahrscheinlichkeit)</translation>
    </message>
    <message>
        <source>Question: %1</source>
        <translation>Frage: %1</translation>
    </message>
    <message>
        <source>Memory share</source>
        <translation>Gedächtnisanteil</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Largest gate</source>
        <translation>Größtes Gate</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>Unique blocks</source>
        <translation>Verschiedene Blöcke</translation>
    </message>
    <message>
        <source>Mean distance</source>
        <translation>Mittlerer Abstand</translation>
    </message>
    <message>
        <source>Sink share</source>
        <translation>Senkenanteil</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Sink</source>
        <translation>Senke</translation>
    </message>
    <message>
        <source>Part of the head&apos;s attention that went to opened blocks, mean over the words</source>
        <translation>Anteil der Aufmerksamkeit des Kopfes, der auf geöffnete Blöcke fiel, Mittel über die Wörter</translation>
    </message>
    <message>
        <source>Attention of this head to all blocks, summed over the words</source>
        <translation>Aufmerksamkeit dieses Kopfes für alle Blöcke, über die Wörter summiert</translation>
    </message>
    <message>
        <source>Largest share that the head gave to one block for one word</source>
        <translation>Größter Anteil, den der Kopf für ein Wort einem Block gab</translation>
    </message>
    <message>
        <source>How widely the head spreads over blocks, in bits; 0 is a single block</source>
        <translation>Wie weit sich der Kopf über Blöcke verteilt, in Bit; 0 ist ein einziger Block</translation>
    </message>
    <message>
        <source>Different blocks that the head opened</source>
        <translation>Verschiedene Blöcke, die der Kopf geöffnet hat</translation>
    </message>
    <message>
        <source>Blocks from the end of the document, weighted by attention</source>
        <translation>Blöcke vom Ende des Dokuments, mit der Aufmerksamkeit gewichtet</translation>
    </message>
    <message>
        <source>Part of the head&apos;s attention to blocks that rests on sinks, such as the beginning of a document</source>
        <translation>Anteil der Aufmerksamkeit für Blöcke, der auf Senken ruht, etwa auf dem Anfang eines Dokuments</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bit</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>One of the answers has no stored trace.</source>
        <translation>Zu einer der Antworten ist keine Spur gespeichert.</translation>
    </message>
    <message>
        <source>The answers are about different documents.</source>
        <translation>Die Antworten handeln von verschiedenen Dokumenten.</translation>
    </message>
    <message>
        <source>The answers&apos; models cut the document into different blocks, so the blocks can&apos;t be laid side by side.</source>
        <translation>Die Modelle der Antworten teilen das Dokument in verschiedene Blöcke, die sich nicht nebeneinanderlegen lassen.</translation>
    </message>
    <message>
        <source>The answers&apos; models have different layers and heads, which can&apos;t be laid side by side.</source>
        <translation>Die Modelle der Antworten haben verschiedene Schichten und Köpfe, die sich nicht nebeneinanderlegen lassen.</translation>
    </message>
    <message>
        <source>Question: %1
Wanted: %2
Reply: %3</source>
        <translation>Frage: %1
Gesucht: %2
Antwort: %3</translation>
    </message>
    <message>
        <source>This file is no report of cairn-lab evaluate; choose the .json that it wrote.</source>
        <translation>Diese Datei ist kein Bericht von cairn-lab evaluate; wählen Sie die .json, die es geschrieben hat.</translation>
    </message>
    <message>
        <source>This report was written by a newer version of Cairn; update to open it.</source>
        <translation>Dieser Bericht stammt von einer neueren Version von Cairn; aktualisieren Sie Cairn, um ihn zu öffnen.</translation>
    </message>
    <message>
        <source>no adapter</source>
        <translation>kein Adapter</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>Session of someone else</source>
        <translation>Sitzung von jemand anderem</translation>
    </message>
    <message>
        <source>This session was not made here. Cairn can bring it in as a new session: its file is read in a process that reaches neither your files nor the network, and its texts have to be read again before you can ask.</source>
        <translation>Diese Sitzung ist nicht hier entstanden. Cairn kann sie als neue Sitzung hereinholen: Die Datei wird in einem Prozess gelesen, der weder Ihre Dateien noch das Netz erreicht, und ihre Texte müssen neu gelesen werden, bevor Sie fragen können.</translation>
    </message>
    <message>
        <source>Bring it in</source>
        <translation>Hereinholen</translation>
    </message>
    <message>
        <source>It is mine, open it</source>
        <translation>Sie ist von mir, öffnen</translation>
    </message>
    <message>
        <source>Lift %1 (share of the evidence, against a question about nothing in particular)</source>
        <translation>Lift %1 (Anteil an den Belegen, verglichen mit einer Frage nach nichts Bestimmtem)</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Leans on %1</source>
        <translation>Stützt sich auf %1</translation>
    </message>
    <message>
        <source>Name of head %1</source>
        <translation>Name von Kopf %1</translation>
    </message>
    <message>
        <source>Copy score</source>
        <translation>Kopierwert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>Of the words that were copied from the text, the part for which this head looked most at the copied word itself</source>
        <translation>Von den Wörtern, die aus dem Text übernommen wurden, der Anteil, bei dem dieser Kopf am meisten auf das übernommene Wort selbst sah</translation>
    </message>
    <message>
        <source>Name of the head set</source>
        <translation>Name der Kopfgruppe</translation>
    </message>
    <message>
        <source>Ask again with a deep trace to see what was nearly opened.</source>
        <translation>Mit tiefer Spur noch einmal fragen, um zu sehen, was beinahe geöffnet wurde.</translation>
    </message>
    <message>
        <source>Every block had a place.</source>
        <translation>Jeder Block hatte einen Platz.</translation>
    </message>
    <message>
        <source>No block competed for a place: this answer was written from passages that were read again. From the memory alone all blocks compete.</source>
        <translation>Kein Block hat um einen Platz geworben: Diese Antwort wurde aus Stellen geschrieben, die noch einmal gelesen wurden. Aus dem Gedächtnis allein werben alle Blöcke.</translation>
    </message>
    <message>
        <source>Ask again from the memory</source>
        <translation>Noch einmal aus dem Gedächtnis fragen</translation>
    </message>
    <message>
        <source>Closest in %1 for “%2”: place %3 of %4; %5 are opened.</source>
        <translation>Am nächsten in %1 für „%2“: Platz %3 von %4; geöffnet werden %5.</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>Wertung %1</translation>
    </message>
    <message>
        <source>no place was free</source>
        <translation>kein Platz war frei</translation>
    </message>
    <message>
        <source>its group was not looked into</source>
        <translation>in seine Gruppe wurde nicht gesehen</translation>
    </message>
    <message>
        <source>%1 short of a place</source>
        <translation>%1 fehlten zu einem Platz</translation>
    </message>
    <message>
        <source>This file is no report of cairn-lab evaluate, or its end is missing. Choose the .json that cairn-lab wrote; if it is this one, measure again.</source>
        <translation>Diese Datei ist kein Bericht von cairn-lab evaluate, oder ihr Ende fehlt. Wählen Sie die .json, die cairn-lab geschrieben hat; ist es diese, messen Sie noch einmal.</translation>
    </message>
    <message>
        <source>This file is too large for a report of cairn-lab evaluate; choose the .json that it wrote.</source>
        <translation>Diese Datei ist zu groß für einen Bericht von cairn-lab evaluate; wählen Sie die .json, die es geschrieben hat.</translation>
    </message>
    <message>
        <source>A document was removed between the answers, so the same words stand in different blocks and can&apos;t be laid side by side.</source>
        <translation>Zwischen den Antworten wurde ein Dokument entfernt: Dieselben Wörter stehen in anderen Blöcken und lassen sich nicht nebeneinanderlegen.</translation>
    </message>
    <message>
        <source>Bringing the session in…</source>
        <translation>Die Sitzung wird hereingeholt …</translation>
    </message>
    <message>
        <source>Recovering the session…</source>
        <translation>Die Sitzung wird gerettet …</translation>
    </message>
</context>
<context>
    <name>cairn::AdvancedAsk</name>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Blocks per head</source>
        <translation>Blöcke je Kopf</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Memory, passages read again</source>
        <translation>Gedächtnis, Stellen neu gelesen</translation>
    </message>
    <message>
        <source>Newest words only</source>
        <translation>Nur die neuesten Wörter</translation>
    </message>
    <message>
        <source>Word search (no memory)</source>
        <translation>Wortsuche (ohne Gedächtnis)</translation>
    </message>
    <message>
        <source>How the words for the answer are found.</source>
        <translation>Wie die Wörter für die Antwort gefunden werden.</translation>
    </message>
    <message>
        <source>Model’s own (%1)</source>
        <translation>Wie das Modell (%1)</translation>
    </message>
    <message>
        <source>Model’s own</source>
        <translation>Wie das Modell</translation>
    </message>
    <message>
        <source>How many blocks every head may open for a word.</source>
        <translation>Wie viele Blöcke jeder Kopf für ein Wort öffnen darf.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>0: always the likeliest word.</source>
        <translation>0: immer das wahrscheinlichste Wort.</translation>
    </message>
    <message>
        <source>The same seed gives the same answer when the temperature is above 0.</source>
        <translation>Bei einer Temperatur über 0 gibt derselbe Startwert dieselbe Antwort.</translation>
    </message>
    <message>
        <source>Compared passages</source>
        <translation>Verglichene Stellen</translation>
    </message>
    <message>
        <source>As it was read</source>
        <translation>Wie beim Lesen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>The best groups</source>
        <translation>Die besten Gruppen</translation>
    </message>
    <message>
        <source>All passages are compared for every word, or those of the 32 groups of 64 that fit it best: faster in millions of words, but a passage may be overlooked.</source>
        <translation>Für jedes Wort werden alle Stellen verglichen oder die der 32 am besten passenden Gruppen von je 64: schneller bei Millionen Wörtern, doch kann eine Stelle übersehen werden.</translation>
    </message>
    <message>
        <source>Deep trace (5 times as large)</source>
        <translation>Tiefe Spur (5-mal so groß)</translation>
    </message>
    <message>
        <source>Also keeps which passages were nearly opened, and where every head looked inside a passage. The answer stays the same; with the default model it takes about 85 MB for 200 tokens instead of 16, and writing is slower.</source>
        <translation>Behält auch, welche Stellen beinahe geöffnet wurden und wohin jeder Kopf innerhalb einer Stelle gesehen hat. Die Antwort bleibt dieselbe; mit dem Standardmodell braucht es etwa 85 MB für 200 Token statt 16, und das Schreiben ist langsamer.</translation>
    </message>
</context>
<context>
    <name>cairn::AnswerArea</name>
    <message>
        <source>Follow-up of answer %1</source>
        <translation>Anschluss an Antwort %1</translation>
    </message>
    <message>
        <source>Opening the memory</source>
        <translation>Gedächtnis wird geöffnet</translation>
    </message>
    <message>
        <source>Retrieving</source>
        <translation>Ruft Blöcke ab</translation>
    </message>
    <message>
        <source>Writing, %1 tokens/s</source>
        <translation>Schreibt, %1 Token/s</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Finding citations</source>
        <translation>Sucht Fundstellen</translation>
    </message>
    <message>
        <source>From the first %1 %</source>
        <translation>Aus den ersten %1 %</translation>
    </message>
    <message>
        <source>From the first %1 %, up to %2</source>
        <translation>Aus den ersten %1 %, bis %2</translation>
    </message>
    <message>
        <source>Open a document to ask about it.</source>
        <translation>Öffnen Sie ein Dokument, um danach zu fragen.</translation>
    </message>
    <message>
        <source>Tick at least one document.</source>
        <translation>Haken Sie mindestens ein Dokument an.</translation>
    </message>
    <message>
        <source>The engine could not start.</source>
        <translation>Der Rechenprozess konnte nicht starten.</translation>
    </message>
    <message>
        <source>Read the document first.</source>
        <translation>Lesen Sie zuerst das Dokument.</translation>
    </message>
    <message>
        <source>A moment: the first pages are being read.</source>
        <translation>Einen Moment: Die ersten Seiten werden gelesen.</translation>
    </message>
    <message>
        <source>the first %1 % of %2</source>
        <translation>den ersten %1 % von %2</translation>
    </message>
    <message>
        <source>Possible once reading has begun.</source>
        <translation>Möglich, sobald das Lesen begonnen hat.</translation>
    </message>
    <message>
        <source>Writing draft %1, what most of them say is kept</source>
        <translation>Schreibt Entwurf %1; was die meisten sagen, bleibt</translation>
    </message>
    <message>
        <source>Before “%1” was added</source>
        <translation>Bevor „%1“ dazukam</translation>
    </message>
    <message>
        <source>Before a document was removed</source>
        <translation>Bevor ein Dokument entfernt wurde</translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) pinned</source>
        <translation>
            <numerusform>%n Stelle angeheftet</numerusform>
            <numerusform>%n Stellen angeheftet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) barred</source>
        <translation>
            <numerusform>%n Stelle gesperrt</numerusform>
            <numerusform>%n Stellen gesperrt</numerusform>
        </translation>
    </message>
    <message>
        <source>The engine has stopped. Start it again to ask.</source>
        <translation>Der Rechenprozess ist beendet. Starten Sie ihn neu, um zu fragen.</translation>
    </message>
    <message>
        <source>This session is open in another window. Ask there, or close it there.</source>
        <translation>Diese Sitzung ist in einem anderen Fenster geöffnet. Fragen Sie dort, oder schließen Sie sie dort.</translation>
    </message>
    <message>
        <source>From nothing before your place</source>
        <translation>Vor Ihrer Stelle steht nichts</translation>
    </message>
    <message>
        <source>Only up to %1</source>
        <translation>Nur bis %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln Dokument</numerusform>
            <numerusform>%Ln Dokumenten</numerusform>
        </translation>
    </message>
    <message>
        <source>This session was read in another way. Read it again to ask.</source>
        <translation>Diese Sitzung wurde auf andere Weise gelesen. Lesen Sie sie neu, um zu fragen.</translation>
    </message>
    <message>
        <source>There is no model that can answer.</source>
        <translation>Es ist kein Modell da, das antworten kann.</translation>
    </message>
    <message>
        <source>Retrieving, %1 s</source>
        <translation>Ruft Blöcke ab, %1 s</translation>
    </message>
    <message>
        <source>Follow-up of an answer that was removed</source>
        <translation>Anschluss an eine entfernte Antwort</translation>
    </message>
    <message>
        <source>Only in “%1”</source>
        <translation>Nur in „%1“</translation>
    </message>
    <message>
        <source>That part is not read yet.</source>
        <translation>Dieser Teil ist noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Only the first %1 % were read; the rest may say it.</source>
        <translation>Nur die ersten %1 % waren gelesen; der Rest sagt es vielleicht.</translation>
    </message>
    <message>
        <source>Only the text up to %1 was read; the rest may say it.</source>
        <translation>Nur der Text bis %1 war gelesen; der Rest sagt es vielleicht.</translation>
    </message>
    <message>
        <source>Asked next: “%1”</source>
        <translation>Wird als Nächstes gefragt: „%1“</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) wait, asked next: “%1”</source>
        <translation>
            <numerusform>%Ln Frage wartet, als Nächstes: „%1“</numerusform>
            <numerusform>%Ln Fragen warten, als Nächstes: „%1“</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::AnswerPanel</name>
    <message>
        <source>stopped</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>Writing was stopped; what was written stays.</source>
        <translation>Das Schreiben wurde abgebrochen; was geschrieben ist, bleibt.</translation>
    </message>
    <message>
        <source>Only a part had been read when it was asked.</source>
        <translation>Als gefragt wurde, war erst ein Teil gelesen.</translation>
    </message>
    <message>
        <source>verbatim</source>
        <translation>wörtlich</translation>
    </message>
    <message>
        <source>Every quotation stands in a document, letter by letter.</source>
        <translation>Jedes Zitat steht Buchstabe für Buchstabe in einem Dokument.</translation>
    </message>
    <message>
        <source>stable</source>
        <translation>stabil</translation>
    </message>
    <message>
        <source>confirmed by removal</source>
        <translation>durch Entfernen bestätigt</translation>
    </message>
    <message>
        <source>Without the cited passages the answer is clearly less likely.</source>
        <translation>Ohne die angegebenen Stellen ist die Antwort deutlich unwahrscheinlicher.</translation>
    </message>
    <message>
        <source>No passage stood out. The answer is withheld: it may come from the model itself.</source>
        <translation>Keine Stelle ragte heraus. Die Antwort wird zurückgehalten: Sie kann vom Modell selbst stammen.</translation>
    </message>
    <message>
        <source>No word was written.</source>
        <translation>Kein Wort wurde geschrieben.</translation>
    </message>
    <message>
        <source>Weak support: no passage stood out. The answer may come from the model itself.</source>
        <translation>Schwach gestützt: Keine Stelle ragte heraus. Die Antwort kann vom Modell selbst stammen.</translation>
    </message>
    <message>
        <source>No passage stood out. The answer may come from the model itself.</source>
        <translation>Keine Stelle ragte heraus. Die Antwort kann vom Modell selbst stammen.</translation>
    </message>
    <message>
        <source>Grey words: no passage stood out for them.</source>
        <translation>Graue Wörter: Für sie ragte keine Stelle heraus.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln quotation(s) not in the text.</source>
        <translation>
            <numerusform>%Ln Zitat steht nicht im Text.</numerusform>
            <numerusform>%Ln Zitate stehen nicht im Text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened %1 and consulted %2 of %Ln block(s).</source>
        <translation>
            <numerusform>%1 von %Ln Block geöffnet, %2 beachtet.</numerusform>
            <numerusform>%1 von %Ln Blöcken geöffnet, %2 beachtet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message numerus="yes">
        <source>Consulted %1 of %Ln block(s)</source>
        <translation>
            <numerusform>%1 von %Ln Block beachtet</numerusform>
            <numerusform>%1 von %Ln Blöcken beachtet</numerusform>
        </translation>
    </message>
    <message>
        <source>From the book %1</source>
        <translation>Aus dem Buch %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Write it again</source>
        <translation>Noch einmal schreiben</translation>
    </message>
    <message>
        <source>Edit the question and ask again</source>
        <translation>Frage ändern und neu stellen</translation>
    </message>
    <message>
        <source>Ask a follow-up question</source>
        <translation>Anschlussfrage stellen</translation>
    </message>
    <message>
        <source>Ask a question: the answer stands here, with the passages it was written from.</source>
        <translation>Stellen Sie eine Frage: Hier steht dann die Antwort, mit den Stellen, aus denen sie geschrieben wurde.</translation>
    </message>
    <message>
        <source>Previous answer</source>
        <translation>Vorige Antwort</translation>
    </message>
    <message>
        <source>Next answer</source>
        <translation>Nächste Antwort</translation>
    </message>
    <message>
        <source>Previous version of this answer</source>
        <translation>Vorige Fassung dieser Antwort</translation>
    </message>
    <message>
        <source>Next version of this answer</source>
        <translation>Nächste Fassung dieser Antwort</translation>
    </message>
    <message>
        <source>Copy with citations</source>
        <translation>Mit Fundstellen kopieren</translation>
    </message>
    <message>
        <source>Blocks that were looked at with a weight of at least 0.05.</source>
        <translation>Blöcke, die mit einem Gewicht von mindestens 0,05 angesehen wurden.</translation>
    </message>
    <message>
        <source>How much of what the model looked at while writing was the document, from 0 to 1.</source>
        <translation>Wie viel von dem, was das Modell beim Schreiben ansah, das Dokument war, von 0 bis 1.</translation>
    </message>
    <message>
        <source>Show anyway</source>
        <translation>Trotzdem zeigen</translation>
    </message>
    <message>
        <source>Ask again with the whole book</source>
        <translation>Mit dem ganzen Buch neu fragen</translation>
    </message>
    <message>
        <source>Show the nearest passage</source>
        <translation>Die nächstliegende Stelle zeigen</translation>
    </message>
    <message>
        <source>Book %1</source>
        <translation>Buch %1</translation>
    </message>
    <message>
        <source>Asked with other settings it cites the same passages.</source>
        <translation>Mit anderen Einstellungen gefragt, nennt sie dieselben Stellen.</translation>
    </message>
    <message>
        <source>It ended before its passages were known.</source>
        <translation>Sie endete, bevor ihre Stellen bekannt waren.</translation>
    </message>
    <message>
        <source>The model found no answer in what it opened. The evidence shows where it looked.</source>
        <translation>Das Modell fand keine Antwort in dem, was es geöffnet hat. Die Belege zeigen, wo es gesucht hat.</translation>
    </message>
    <message>
        <source>This is the first answer</source>
        <translation>Das ist die erste Antwort</translation>
    </message>
    <message>
        <source>This is the last answer</source>
        <translation>Das ist die letzte Antwort</translation>
    </message>
    <message>
        <source>This is the first answer to the question</source>
        <translation>Das ist die erste Antwort auf die Frage</translation>
    </message>
    <message>
        <source>This is the last answer to the question</source>
        <translation>Das ist die letzte Antwort auf die Frage</translation>
    </message>
    <message>
        <source>The text does not seem to say.</source>
        <translation>Der Text scheint das nicht zu sagen.</translation>
    </message>
    <message>
        <source>%1 of %2 sentences confirmed by removal</source>
        <translation>%1 von %2 Sätzen durch Entfernen bestätigt</translation>
    </message>
    <message>
        <source>Without the passages that they cite these sentences are clearly less likely.</source>
        <translation>Ohne die Stellen, die sie anführen, sind diese Sätze deutlich weniger wahrscheinlich.</translation>
    </message>
    <message>
        <source>How much of what the chosen heads (%1) looked at while writing was the document, from 0 to 1.</source>
        <translation>Wie viel von dem, worauf die gewählten Köpfe (%1) beim Schreiben blickten, das Dokument war, von 0 bis 1.</translation>
    </message>
    <message>
        <source>It was asked as if the document ended there.</source>
        <translation>Gefragt wurde, als endete das Dokument dort.</translation>
    </message>
    <message>
        <source>No chapter gave an answer that a passage supports.</source>
        <translation>Kein Kapitel gab eine Antwort, die eine Stelle stützt.</translation>
    </message>
    <message>
        <source>Grey words name the chapters.</source>
        <translation>Graue Wörter nennen die Kapitel.</translation>
    </message>
    <message>
        <source>Only this part was asked.</source>
        <translation>Nur zu diesem Teil wurde gefragt.</translation>
    </message>
    <message>
        <source>It was asked with other settings than usual.</source>
        <translation>Mit anderen Einstellungen als sonst gefragt.</translation>
    </message>
    <message>
        <source>From “%1”.</source>
        <translation>Aus „%1“.</translation>
    </message>
</context>
<context>
    <name>cairn::AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>not in the text</source>
        <translation>nicht im Text</translation>
    </message>
    <message>
        <source>p. %1</source>
        <translation>S. %1</translation>
    </message>
</context>
<context>
    <name>cairn::AskBox</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Book only</source>
        <translation>Nur aus dem Buch</translation>
    </message>
    <message>
        <source>An answer that no passage supports is withheld.</source>
        <translation>Eine Antwort, die keine Stelle stützt, wird zurückgehalten.</translation>
    </message>
    <message>
        <source>Only up to where I am</source>
        <translation>Nur bis zu meiner Stelle</translation>
    </message>
    <message>
        <source>Fewer settings</source>
        <translation>Weniger Einstellungen</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Ask a new question instead</source>
        <translation>Stattdessen eine neue Frage stellen</translation>
    </message>
    <message>
        <source>Open a document to ask about it</source>
        <translation>Öffnen Sie ein Dokument, um danach zu fragen</translation>
    </message>
    <message>
        <source>Ask about %1</source>
        <translation>Fragen Sie etwas zu %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) ticked</source>
        <translation>
            <numerusform>%Ln Dokument angehakt</numerusform>
            <numerusform>%Ln Dokumente angehakt</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Stop writing; what is written stays (Esc)</source>
        <translation>Schreiben abbrechen; was geschrieben ist, bleibt (Esc)</translation>
    </message>
    <message>
        <source>Write a question first</source>
        <translation>Schreiben Sie zuerst eine Frage</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Fragen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Shift+Enter: new line</source>
        <translation>Umschalt+Eingabe: neue Zeile</translation>
    </message>
    <message>
        <source>The answer is written as if the document ended where you are reading.</source>
        <translation>Die Antwort wird geschrieben, als ende das Dokument dort, wo Sie lesen.</translation>
    </message>
    <message>
        <source>A question has at most %L1 characters: what was pasted is cut.</source>
        <translation>Eine Frage hat höchstens %L1 Zeichen: Das Eingefügte ist gekürzt.</translation>
    </message>
    <message>
        <source>Ask about the whole text again</source>
        <translation>Wieder zum ganzen Text fragen</translation>
    </message>
    <message numerus="yes">
        <source>Advanced (%Ln changed)</source>
        <translation>
            <numerusform>Erweitert (%Ln geändert)</numerusform>
            <numerusform>Erweitert (%Ln geändert)</numerusform>
        </translation>
    </message>
    <message>
        <source>Take the question back (Esc)</source>
        <translation>Die Frage zurücknehmen (Esc)</translation>
    </message>
</context>
<context>
    <name>cairn::BackLinksRow</name>
    <message>
        <source>Leans on %1, strength %2</source>
        <translation>Stützt sich auf %1, Stärke %2</translation>
    </message>
    <message>
        <source>Nothing but the blocks just before it and the first one, which are always in reach.</source>
        <translation>Auf nichts als die Blöcke kurz davor und den ersten, die immer in Reichweite sind.</translation>
    </message>
    <message>
        <source>Read again to see what this passage leans on, with “Keep what passages lean on” in the settings.</source>
        <translation>Erneut lesen, um zu sehen, worauf sich diese Stelle stützt, mit „Behalten, worauf sich Stellen stützen“ in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1, block %2</source>
        <translation>%1, Block %2</translation>
    </message>
</context>
<context>
    <name>cairn::BlockCard</name>
    <message>
        <source>Block card</source>
        <translation>Blockkarte</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Print the card</source>
        <translation>Karte drucken</translation>
    </message>
    <message>
        <source>Export the card as JSON</source>
        <translation>Karte als JSON exportieren</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Lift</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Largest gate</source>
        <translation>Größtes Gate</translation>
    </message>
    <message>
        <source>Opened by</source>
        <translation>Geöffnet von</translation>
    </message>
    <message>
        <source>Rank over the answer</source>
        <translation>Rang im Lauf der Antwort</translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation>Entfernen und neu bewerten</translation>
    </message>
    <message>
        <source>Score the same answer without this block</source>
        <translation>Dieselbe Antwort ohne diesen Block bewerten</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pin the block and ask again</source>
        <translation>Block anheften und neu fragen</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Bar the block and ask again</source>
        <translation>Block sperren und neu fragen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the block in the document</source>
        <translation>Block im Dokument zeigen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the text of the block</source>
        <translation>Text des Blocks kopieren</translation>
    </message>
    <message>
        <source>Previous evidence (Shift+N)</source>
        <translation>Voriger Beleg (Umschalt+N)</translation>
    </message>
    <message>
        <source>Next evidence (N)</source>
        <translation>Nächster Beleg (N)</translation>
    </message>
    <message>
        <source>Choose a block in the list or in a plot to see its card.</source>
        <translation>Wählen Sie einen Block in der Liste oder in einem Diagramm, um seine Karte zu sehen.</translation>
    </message>
    <message>
        <source>Show the list</source>
        <translation>Liste zeigen</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>Block %1</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s).</source>
        <translation>
            <numerusform>%n Wort.</numerusform>
            <numerusform>%n Wörter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Also in the answer: %1</source>
        <translation>Auch in der Antwort: %1</translation>
    </message>
    <message>
        <source>Gates over %1. Effect: log-probability of these words</source>
        <translation>Gates über %1. Wirkung: Log-Wahrscheinlichkeit dieser Wörter</translation>
    </message>
    <message>
        <source>Gates over %1</source>
        <translation>Gates über %1</translation>
    </message>
    <message>
        <source>layer × head, largest gate</source>
        <translation>Schicht × Kopf, größtes Gate</translation>
    </message>
    <message>
        <source>now %1 of %2 blocks</source>
        <translation>jetzt %1 von %2 Blöcken</translation>
    </message>
    <message>
        <source>not opened by these words</source>
        <translation>von diesen Wörtern nicht geöffnet</translation>
    </message>
    <message>
        <source>Leans on</source>
        <translation>Stützt sich auf</translation>
    </message>
    <message>
        <source>while it was read, summed gate</source>
        <translation>beim Lesen, summiertes Gate</translation>
    </message>
    <message>
        <source>What this card shows</source>
        <translation>Was diese Karte zeigt</translation>
    </message>
    <message>
        <source>Maximise this panel</source>
        <translation>Diese Ansicht maximieren</translation>
    </message>
    <message>
        <source>One block of the text: its words, who opened it and how strongly, and its rank among all blocks word by word. The buttons below test whether it mattered.</source>
        <translation>Ein Block des Textes: seine Wörter, wer ihn wie stark geöffnet hat und sein Rang unter allen Blöcken, Wort für Wort. Die Knöpfe darunter prüfen, ob es auf ihn ankam.</translation>
    </message>
    <message>
        <source>Example: a block of rank 1 for one word alone gave the answer just that word.</source>
        <translation>Beispiel: Ein Block mit Rang 1 bei einem einzigen Wort gab der Antwort nur dieses Wort.</translation>
    </message>
    <message>
        <source>Restore this panel</source>
        <translation>Diese Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>Nearly opened by</source>
        <translation>Beinahe geöffnet von</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s), place in the queue</source>
        <translation>
            <numerusform>%n Kopf, Platz in der Reihe</numerusform>
            <numerusform>%n Köpfe, Platz in der Reihe</numerusform>
        </translation>
    </message>
    <message>
        <source>The weights with which the words looked at the block, summed.</source>
        <translation>Die Gewichte, mit denen die Wörter auf den Block schauten, zusammengezählt.</translation>
    </message>
    <message>
        <source>Gate: the weight with which a head of the model opened a block, from 0 to 1.</source>
        <translation>Gate: das Gewicht, mit dem ein Kopf des Modells einen Block öffnete, von 0 bis 1.</translation>
    </message>
    <message>
        <source>Its share of the evidence, as a multiple of what a question about nothing in particular gives it.</source>
        <translation>Sein Anteil an den Belegen, als Vielfaches dessen, was eine Frage nach nichts Bestimmtem ihm gibt.</translation>
    </message>
    <message>
        <source>By how much the words are less likely without the block; below 0: more likely.</source>
        <translation>Um wie viel die Wörter ohne den Block weniger wahrscheinlich sind; unter 0: wahrscheinlicher.</translation>
    </message>
</context>
<context>
    <name>cairn::BlockPlot</name>
    <message>
        <source>word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>live, %1</source>
        <translation>live, %1</translation>
    </message>
    <message>
        <source>Hidden: attention rests here whatever is asked</source>
        <translation>Verborgen: Hier ruht die Aufmerksamkeit bei jeder Frage</translation>
    </message>
    <message>
        <source>Left out of this question</source>
        <translation>Bei dieser Frage ausgelassen</translation>
    </message>
    <message>
        <source>Not opened</source>
        <translation>Nicht geöffnet</translation>
    </message>
    <message>
        <source>mean gate %1</source>
        <translation>mittleres Gate %1</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>First words</source>
        <translation>Erste Wörter</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in the document</source>
        <translation>Im Dokument zeigen</translation>
    </message>
    <message>
        <source>Lock this cell</source>
        <translation>Diese Zelle festhalten</translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation>Entfernen und neu bewerten</translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation>Anheften und neu fragen</translation>
    </message>
    <message>
        <source>%1 (blocks of the document only)</source>
        <translation>%1 (nur Blöcke des Dokuments)</translation>
    </message>
    <message>
        <source>Go to block</source>
        <translation>Gehe zu Block</translation>
    </message>
    <message>
        <source>Block </source>
        <translation>Block </translation>
    </message>
    <message>
        <source>There is nothing to export yet. Ask a question first.</source>
        <translation>Es gibt noch nichts zu exportieren. Stellen Sie zuerst eine Frage.</translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) hidden</source>
        <translation>
            <numerusform>%n Senkenblock verborgen</numerusform>
            <numerusform>%n Senkenblöcke verborgen</numerusform>
        </translation>
    </message>
    <message>
        <source>Striped row: its last places were mostly decided by ties</source>
        <translation>Gestreifte Zeile: Ihre letzten Plätze entschied meist ein Gleichstand</translation>
    </message>
    <message>
        <source>lift</source>
        <translation>Lift</translation>
    </message>
    <message>
        <source>Marks: ▼ above a column, every head was given that block; △ below, words of it were read again; hatched, hidden; striped, ties decided most of that row&apos;s last places.</source>
        <translation>Zeichen: ▼ über einer Spalte, jeder Kopf bekam diesen Block; △ darunter, Wörter daraus wurden noch einmal gelesen; schraffiert, ausgeblendet; gestreift, über die letzten Plätze dieser Zeile entschied meist Gleichstand.</translation>
    </message>
    <message>
        <source>removal effect</source>
        <translation>Wirkung des Entfernens</translation>
    </message>
    <message>
        <source>of summed gates</source>
        <translation>der summierten Gates</translation>
    </message>
    <message>
        <source>of opened blocks</source>
        <translation>geöffneter Blöcke</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Nochmals gelesen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source> (head %1)</source>
        <translation> (Kopf %1)</translation>
    </message>
    <message>
        <source>Name head %1</source>
        <translation>Kopf %1 benennen</translation>
    </message>
    <message>
        <source>Open the block&apos;s card</source>
        <translation>Karte des Blocks öffnen</translation>
    </message>
    <message>
        <source>Bar and ask again</source>
        <translation>Sperren und neu fragen</translation>
    </message>
    <message>
        <source>The answer is still being written.</source>
        <translation>Die Antwort wird noch geschrieben.</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>of the conversation</source>
        <translation>aus dem Gespräch</translation>
    </message>
    <message>
        <source>Pinned: given to every head, whatever it scores</source>
        <translation>Angeheftet: jeder Kopf bekommt ihn, wie auch immer er ihn bewertet</translation>
    </message>
    <message>
        <source>Renormalise what is not hidden</source>
        <translation>Renormieren, was nicht verborgen ist</translation>
    </message>
    <message>
        <source>Hollow mark below: some of it is on words that were read again</source>
        <translation>Hohle Marke unten: ein Teil davon liegt auf Wörtern, die noch einmal gelesen wurden</translation>
    </message>
    <message>
        <source>dashed: left out</source>
        <translation>gestrichelt: ausgelassen</translation>
    </message>
    <message>
        <source>filled marks: pinned</source>
        <translation>volle Marken: angeheftet</translation>
    </message>
    <message>
        <source>hollow marks: read again</source>
        <translation>hohle Marken: noch einmal gelesen</translation>
    </message>
    <message>
        <source>striped: ties</source>
        <translation>gestreift: Gleichstand</translation>
    </message>
</context>
<context>
    <name>cairn::BlockTableModel</name>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>cairn::ColourBar</name>
    <message>
        <source>scale linear</source>
        <translation>Skala linear</translation>
    </message>
    <message>
        <source>scale sqrt</source>
        <translation>Skala Wurzel</translation>
    </message>
    <message>
        <source>scale log</source>
        <translation>Skala log</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Colour bar</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>%1; clipped at %2</source>
        <translation>%1; gekappt bei %2</translation>
    </message>
    <message>
        <source>%1 hidden</source>
        <translation>%1 verborgen</translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>%1 gezeigt</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Show the shares as they were recorded.</source>
        <translation>Die Anteile zeigen, wie sie aufgezeichnet wurden.</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>Wie aufgezeichnet</translation>
    </message>
    <message>
        <source>Renormalise</source>
        <translation>Renormieren</translation>
    </message>
    <message>
        <source>Make the shares that are not hidden sum to 1 for each token, layer and head.</source>
        <translation>Die Anteile, die nicht verborgen sind, je Token, Schicht und Kopf auf die Summe 1 bringen.</translation>
    </message>
</context>
<context>
    <name>cairn::ColourStrip</name>
    <message>
        <source>Colour range</source>
        <translation>Farbbereich</translation>
    </message>
    <message>
        <source>Drag an end to clip the range, double click to undo it</source>
        <translation>Ziehen Sie ein Ende, um den Bereich zu kappen; Doppelklick nimmt es zurück</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>cairn::CommandPalette</name>
    <message>
        <source>Find an action</source>
        <translation>Aktion suchen</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>No action has these letters. Type fewer.</source>
        <translation>Keine Aktion hat diese Buchstaben. Tippen Sie weniger.</translation>
    </message>
</context>
<context>
    <name>cairn::CompareView</name>
    <message>
        <source>Consulted %1 of %2 blocks</source>
        <translation>%1 von %2 Blöcken beachtet</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare A and B</source>
        <translation>A und B vergleichen</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Two answers about the same documents. Blue cells were opened more strongly for A, orange ones more strongly for B.</source>
        <translation>Zwei Antworten über dieselben Dokumente. Blaue Zellen wurden für A stärker geöffnet, orange für B.</translation>
    </message>
    <message>
        <source>Example: an orange column is a passage that only the second answer went to.</source>
        <translation>Beispiel: Eine orange Spalte ist eine Stelle, zu der nur die zweite Antwort ging.</translation>
    </message>
    <message>
        <source>Layer × block</source>
        <translation>Schicht × Block</translation>
    </message>
    <message>
        <source>Head × block</source>
        <translation>Kopf × Block</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Document order</source>
        <translation>Reihenfolge des Dokuments</translation>
    </message>
    <message>
        <source>Largest difference first</source>
        <translation>Größter Unterschied zuerst</translation>
    </message>
    <message>
        <source>Order of the blocks</source>
        <translation>Reihenfolge der Blöcke</translation>
    </message>
    <message>
        <source>Blocks that differ most</source>
        <translation>Blöcke mit den größten Unterschieden</translation>
    </message>
    <message>
        <source>A minus B</source>
        <translation>A minus B</translation>
    </message>
    <message>
        <source>Choose a second answer to compare this one with.</source>
        <translation>Wählen Sie eine zweite Antwort, um diese damit zu vergleichen.</translation>
    </message>
    <message>
        <source>Choose an answer</source>
        <translation>Wählen Sie eine Antwort</translation>
    </message>
    <message>
        <source>same document, same question</source>
        <translation>dasselbe Dokument, dieselbe Frage</translation>
    </message>
    <message>
        <source>same document</source>
        <translation>dasselbe Dokument</translation>
    </message>
    <message>
        <source>k %1, %2</source>
        <translation>k %1, %2</translation>
    </message>
    <message>
        <source>layer and head</source>
        <translation>Schicht und Kopf</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>block, largest difference first</source>
        <translation>Block, größter Unterschied zuerst</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>%1, block %2</source>
        <translation>%1, Block %2</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>A − B, gate, max over %1 and all words; left: B higher, right: A higher</source>
        <translation>A − B, Gate, Maximum über %1 und alle Wörter; links: B höher, rechts: A höher</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n Kopf</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation>
            <numerusform>%n Kopf aus</numerusform>
            <numerusform>%n Köpfe aus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) barred</source>
        <translation>
            <numerusform>%n Block gesperrt</numerusform>
            <numerusform>%n Blöcke gesperrt</numerusform>
        </translation>
    </message>
    <message>
        <source>without block %1 (%2)</source>
        <translation>ohne Block %1 (%2)</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>First words</source>
        <translation>Erste Wörter</translation>
    </message>
    <message>
        <source>block %1 (%2)</source>
        <translation>Block %1 (%2)</translation>
    </message>
    <message>
        <source>Show in the document</source>
        <translation>Im Dokument zeigen</translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation>Entfernen und neu bewerten</translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation>Anheften und neu fragen</translation>
    </message>
    <message>
        <source>%1 (blocks of the document only)</source>
        <translation>%1 (nur Blöcke des Dokuments)</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy the question</source>
        <translation>Frage kopieren</translation>
    </message>
    <message>
        <source>Open the block&apos;s card</source>
        <translation>Karte des Blocks öffnen</translation>
    </message>
    <message>
        <source>Bar and ask again</source>
        <translation>Sperren und neu fragen</translation>
    </message>
    <message>
        <source>This block belongs to no document.</source>
        <translation>Dieser Block gehört zu keinem Dokument.</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>passages read again</source>
        <translation>Stellen neu gelesen</translation>
    </message>
    <message>
        <source>newest words</source>
        <translation>nur die neuesten Wörter</translation>
    </message>
    <message>
        <source>word search</source>
        <translation>Wortsuche</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) pinned</source>
        <translation>
            <numerusform>%n Block angeheftet</numerusform>
            <numerusform>%n Blöcke angeheftet</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, no difference</source>
        <translation>%1, kein Unterschied</translation>
    </message>
    <message>
        <source>without “%1”</source>
        <translation>ohne „%1“</translation>
    </message>
</context>
<context>
    <name>cairn::ConversationController</name>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>This answer is damaged and can&apos;t be shown. Ask again.</source>
        <translation>Diese Antwort ist beschädigt und kann nicht gezeigt werden. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Documents were removed since this answer, and it is not known any more where the passages stand that were barred or pinned for it. Ask the question anew.</source>
        <translation>Seit dieser Antwort wurden Dokumente entfernt, und wo die Stellen stehen, die für sie gesperrt oder angeheftet waren, ist nicht mehr bekannt. Stellen Sie die Frage neu.</translation>
    </message>
    <message>
        <source>Documents were removed, or read again in another way, since this answer; its memory is no more. Ask again.</source>
        <translation>Seit dieser Antwort wurden Dokumente entfernt oder anders neu gelesen; ihr Gedächtnis gibt es nicht mehr. Fragen Sie erneut.</translation>
    </message>
</context>
<context>
    <name>cairn::DeepRemovalRow</name>
    <message>
        <source>Tokens read again</source>
        <translation>Neu gelesene Token</translation>
    </message>
    <message>
        <source>Not possible with the memory as it is now</source>
        <translation>Mit dem jetzigen Gedächtnis nicht möglich</translation>
    </message>
    <message>
        <source>, about %1 min</source>
        <translation>, etwa %1 min</translation>
    </message>
    <message>
        <source>, about %1 s</source>
        <translation>, etwa %1 s</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Remove deeply</source>
        <translation>Tief entfernen</translation>
    </message>
    <message>
        <source>As if the block had never been in the text: what follows it is read again without it</source>
        <translation>Als hätte der Block nie im Text gestanden: Was ihm folgt, wird ohne ihn neu gelesen</translation>
    </message>
    <message>
        <source>Stop deep removal</source>
        <translation>Tiefes Entfernen abbrechen</translation>
    </message>
    <message>
        <source>%1: waiting</source>
        <translation>%1: wartet</translation>
    </message>
    <message>
        <source>%1: %2 tokens left</source>
        <translation>%1: noch %2 Token</translation>
    </message>
    <message>
        <source>%1: reads %2 tokens again</source>
        <translation>%1: liest %2 Token neu</translation>
    </message>
    <message>
        <source>%1: nothing is read again</source>
        <translation>%1: nichts wird neu gelesen</translation>
    </message>
    <message>
        <source>As if these blocks had never been in the text: what follows them is read again without them</source>
        <translation>Als hätten diese Blöcke nie im Text gestanden: Was ihnen folgt, wird ohne sie neu gelesen</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>Block %1</translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>Blocks %1</source>
        <translation>Blöcke %1</translation>
    </message>
</context>
<context>
    <name>cairn::DesktopProgress</name>
    <message>
        <source>A document is being read</source>
        <translation>Ein Dokument wird gelesen</translation>
    </message>
</context>
<context>
    <name>cairn::DiffLabel</name>
    <message>
        <source>[only before: %1]</source>
        <translation>[nur vorher: %1]</translation>
    </message>
    <message>
        <source>[only after: %1]</source>
        <translation>[nur nachher: %1]</translation>
    </message>
</context>
<context>
    <name>cairn::DocumentPrint</name>
    <message>
        <source>This page could not be drawn.</source>
        <translation>Diese Seite konnte nicht gezeichnet werden.</translation>
    </message>
</context>
<context>
    <name>cairn::DropArea</name>
    <message>
        <source>Drop a book or paper here</source>
        <translation>Buch oder Aufsatz hier ablegen</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Open the handbook</source>
        <translation>Handbuch öffnen</translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation>Sitzungsordner öffnen</translation>
    </message>
    <message>
        <source>PDF, EPUB, DOCX, ODT, HTML, Markdown, reStructuredText or plain text. Your files are never changed.</source>
        <translation>PDF, EPUB, DOCX, ODT, HTML, Markdown, reStructuredText oder einfacher Text. Ihre Dateien werden nie verändert.</translation>
    </message>
</context>
<context>
    <name>cairn::EngineClient</name>
    <message>
        <source>The graphics card failed twice; the processor is used until the session is opened again.</source>
        <translation>Die Grafikkarte fiel zweimal aus; bis die Sitzung neu geöffnet wird, rechnet der Prozessor.</translation>
    </message>
    <message>
        <source>The engine does not answer at the moment.</source>
        <translation>Der Rechenprozess antwortet gerade nicht.</translation>
    </message>
    <message>
        <source>The engine sent something wrong (%1) and was stopped.</source>
        <translation>Der Rechenprozess hat etwas Falsches gesendet (%1) und wurde beendet.</translation>
    </message>
    <message>
        <source>The engine did not stop when it was asked to, and was killed.</source>
        <translation>Der Rechenprozess endete nicht, als er sollte, und wurde abgeschossen.</translation>
    </message>
    <message>
        <source>The engine stopped while writing. Text and answers are saved. Ask again.</source>
        <translation>Der Rechenprozess endete beim Schreiben. Text und Antworten sind gespeichert. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The engine stopped before it was done. Text and answers are saved. Try again.</source>
        <translation>Der Rechenprozess endete, bevor er fertig war. Text und Antworten sind gespeichert. Versuchen Sie es noch einmal.</translation>
    </message>
</context>
<context>
    <name>cairn::EngineProcess</name>
    <message>
        <source>The engine did not greet as it must.</source>
        <translation>Der Rechenprozess meldete sich nicht, wie er muss.</translation>
    </message>
    <message>
        <source>The engine did not end in time.</source>
        <translation>Der Rechenprozess endete nicht rechtzeitig.</translation>
    </message>
    <message numerus="yes">
        <source>The engine stood still for %n second(s) and was stopped.</source>
        <translation>
            <numerusform>Der Rechenprozess stand %n Sekunde still und wurde beendet.</numerusform>
            <numerusform>Der Rechenprozess stand %n Sekunden still und wurde beendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The engine did not answer for %n second(s) and was stopped.</source>
        <translation>
            <numerusform>Der Rechenprozess antwortete %n Sekunde lang nicht und wurde beendet.</numerusform>
            <numerusform>Der Rechenprozess antwortete %n Sekunden lang nicht und wurde beendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The engine can&apos;t be started: there is no program %1. Install Cairn again, or name another in CAIRN_ENGINE or the settings.</source>
        <translation>Der Rechenprozess kann nicht starten: Es gibt kein Programm %1. Installieren Sie Cairn neu, oder nennen Sie in CAIRN_ENGINE oder den Einstellungen ein anderes.</translation>
    </message>
    <message>
        <source>The engine ended before it was ready.</source>
        <translation>Der Rechenprozess endete, bevor er bereit war.</translation>
    </message>
    <message>
        <source>The engine ended before it was ready: %1</source>
        <translation>Der Rechenprozess endete, bevor er bereit war: %1</translation>
    </message>
    <message>
        <source>The engine crashed or was killed.</source>
        <translation>Der Rechenprozess ist abgestürzt oder wurde abgeschossen.</translation>
    </message>
    <message>
        <source>The graphics card failed, and the engine with it.</source>
        <translation>Die Grafikkarte fiel aus und mit ihr der Rechenprozess.</translation>
    </message>
    <message>
        <source>The engine ended unexpectedly.</source>
        <translation>Der Rechenprozess endete unerwartet.</translation>
    </message>
    <message>
        <source>The engine ended unexpectedly: %1</source>
        <translation>Der Rechenprozess endete unerwartet: %1</translation>
    </message>
    <message>
        <source>The engine computed something else than before from the same words; memory or processor may be faulty.</source>
        <translation>Der Rechenprozess hat aus denselben Worten etwas anderes berechnet als vorher; Arbeitsspeicher oder Prozessor könnten fehlerhaft sein.</translation>
    </message>
    <message>
        <source>The engine was killed; the system does that where memory is used up.</source>
        <translation>Der Rechenprozess wurde beendet; das tut das System, wenn der Arbeitsspeicher verbraucht ist.</translation>
    </message>
    <message>
        <source>The engine was killed by the system: memory was used up.</source>
        <translation>Das System hat den Rechenprozess beendet: Der Arbeitsspeicher war verbraucht.</translation>
    </message>
    <message>
        <source>The engine was ended from outside.</source>
        <translation>Der Rechenprozess wurde von außen beendet.</translation>
    </message>
    <message>
        <source>The engine crashed. A report without words of your documents is in %1.</source>
        <translation>Der Rechenprozess ist abgestürzt. Ein Bericht ohne Wörter Ihrer Dokumente steht in %1.</translation>
    </message>
</context>
<context>
    <name>cairn::EvaluationWindow</name>
    <message>
        <source>Measured results</source>
        <translation>Messergebnisse</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Table of the report</source>
        <translation>Tabelle des Berichts</translation>
    </message>
    <message>
        <source>Table: %1</source>
        <translation>Tabelle: %1</translation>
    </message>
    <message>
        <source>Open measured results</source>
        <translation>Messergebnisse öffnen</translation>
    </message>
    <message>
        <source>Reports of cairn-lab evaluate (*.json)</source>
        <translation>Berichte von cairn-lab evaluate (*.json)</translation>
    </message>
    <message>
        <source>Click a cell to see one of its questions and the reply.</source>
        <translation>Ein Klick auf eine Zelle zeigt eine ihrer Fragen und die Antwort.</translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceDelegate</name>
    <message>
        <source>Effect %1</source>
        <translation>Wirkung %1</translation>
    </message>
    <message>
        <source>Lift %1</source>
        <translation>Lift %1</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation>Entfernen und neu bewerten</translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceLegend</name>
    <message>
        <source>sqrt</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>Gate: the weight with which a head of the model opened a block, from 0 to 1.
sqrt: colours and bars follow the square root, so that weak evidence can be seen.
Sink block: one that is looked at whatever is asked, as the first of a document.</source>
        <translation>Gate: das Gewicht, mit dem ein Kopf des Modells einen Block öffnete, von 0 bis 1.
Wurzel: Farben und Balken folgen der Quadratwurzel, damit auch schwache Belege zu sehen sind.
Senkenblock: einer, auf den geschaut wird, was auch gefragt ist, etwa der erste eines Dokuments.</translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceModel</name>
    <message>
        <source>%1, block %2, evidence %3, rank %4</source>
        <translation>%1, Block %2, Belege %3, Rang %4</translation>
    </message>
    <message>
        <source>, citation %1</source>
        <translation>, Fundstelle %1</translation>
    </message>
    <message>
        <source>Evidence: the weights with which these words looked at the block, summed.</source>
        <translation>Beleg: die Gewichte, mit denen diese Wörter auf den Block schauten, zusammengezählt.</translation>
    </message>
    <message>
        <source>Effect: by how much the words are less likely without the block; below 0: more likely.</source>
        <translation>Wirkung: um wie viel die Wörter ohne den Block weniger wahrscheinlich sind; unter 0: wahrscheinlicher.</translation>
    </message>
    <message>
        <source>Lift: its share of the evidence, as a multiple of what a question about nothing in particular gives it.</source>
        <translation>Lift: sein Anteil an den Belegen, als Vielfaches dessen, was eine Frage nach nichts Bestimmtem ihm gibt.</translation>
    </message>
    <message>
        <source>%1: head %2 of layer %3 of the model, one of those that looked at it most.</source>
        <translation>%1: Kopf %2 der Schicht %3 des Modells, einer von denen, die am meisten darauf schauten.</translation>
    </message>
</context>
<context>
    <name>cairn::EvidenceView</name>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Each card is a block of the document that the model opened while it wrote the selected words. Evidence is the attention that went to it, summed over words, layers and heads.</source>
        <translation>Jede Karte ist ein Block des Dokuments, den das Modell beim Schreiben der gewählten Wörter geöffnet hat. Die Belege sind die Aufmerksamkeit, die auf ihn fiel, über Wörter, Schichten und Köpfe summiert.</translation>
    </message>
    <message>
        <source>Example: 41 on p. 89 means that 15 words and 270 heads together gave this block 41 of their shares.</source>
        <translation>Beispiel: 41 auf S. 89 heißt, dass 15 Wörter und 270 Köpfe diesem Block zusammen 41 ihrer Anteile gaben.</translation>
    </message>
    <message>
        <source>Blocks with evidence</source>
        <translation>Blöcke mit Belegen</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of the answer</source>
        <translation>
            <numerusform>%n Wort der Antwort</numerusform>
            <numerusform>%n Wörter der Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n word(s)</source>
        <translation>
            <numerusform>%n Wort insgesamt</numerusform>
            <numerusform>alle %n Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of the answer selected. Show all</source>
        <translation>
            <numerusform>%n Wort der Antwort gewählt. Alle zeigen</numerusform>
            <numerusform>%n Wörter der Antwort gewählt. Alle zeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n Köpfe</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>Evidence: gate, sum over %1, %2</source>
        <translation>Belege: Gate, Summe über %1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) hidden</source>
        <translation>
            <numerusform>%n Senkenblock verborgen</numerusform>
            <numerusform>%n Senkenblöcke verborgen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Sink blocks shown</source>
        <translation>Senkenblöcke gezeigt</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Only sink blocks were opened</source>
        <translation>Es wurden nur Senkenblöcke geöffnet</translation>
    </message>
    <message>
        <source>These words opened no block</source>
        <translation>Diese Wörter haben keinen Block geöffnet</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Citation</source>
        <translation>Fundstelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Show in the document</source>
        <translation>Im Dokument zeigen</translation>
    </message>
    <message>
        <source>Open the block&apos;s card</source>
        <translation>Karte des Blocks öffnen</translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation>Entfernen und neu bewerten</translation>
    </message>
    <message>
        <source>Bar and ask again</source>
        <translation>Sperren und neu fragen</translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation>Anheften und neu fragen</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Lift</translation>
    </message>
    <message>
        <source>Leans on</source>
        <translation>Stützt sich auf</translation>
    </message>
    <message>
        <source>By place</source>
        <translation>Nach Stelle</translation>
    </message>
</context>
<context>
    <name>cairn::FindBar</name>
    <message>
        <source>Searching…</source>
        <translation>Sucht …</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>In diesem Dokument suchen</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>Vorige Stelle</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß/klein genau</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Ganze Wörter</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message numerus="yes">
        <source>%n option(s)</source>
        <translation>
            <numerusform>%n Option</numerusform>
            <numerusform>%n Optionen</numerusform>
        </translation>
    </message>
    <message>
        <source>Options: %1</source>
        <translation>Optionen: %1</translation>
    </message>
    <message>
        <source>This pattern can&apos;t be used: %1</source>
        <translation>Dieses Muster ist nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>The words as they stand</source>
        <translation>Die Wörter, wie sie dastehen</translation>
    </message>
    <message>
        <source>All of the words, close together</source>
        <translation>Alle Wörter, nahe beieinander</translation>
    </message>
    <message>
        <source>Pattern (regular expression)</source>
        <translation>Muster (regulärer Ausdruck)</translation>
    </message>
    <message>
        <source>Match accents</source>
        <translation>Akzente beachten</translation>
    </message>
    <message>
        <source>Nothing is found to step through</source>
        <translation>Nichts gefunden, durch das es zu gehen gäbe</translation>
    </message>
</context>
<context>
    <name>cairn::HeadGrid</name>
    <message>
        <source>Layer × head</source>
        <translation>Schicht × Kopf</translation>
    </message>
    <message>
        <source>%1: switched off for this answer</source>
        <translation>%1: für diese Antwort abgeschaltet</translation>
    </message>
</context>
<context>
    <name>cairn::HeadGridPanel</name>
    <message>
        <source>Layer × head</source>
        <translation>Schicht × Kopf</translation>
    </message>
    <message>
        <source>Each cell is one head: the swatch shows the chosen number, the bars how its attention lies over the document, from its beginning at the left to its end. A click shows this head alone in all views, a drag takes several.</source>
        <translation>Jede Zelle ist ein Kopf: Das Farbfeld zeigt die gewählte Zahl, die Balken, wie seine Aufmerksamkeit über dem Dokument liegt, links der Anfang, rechts das Ende. Ein Klick zeigt diesen Kopf allein in allen Ansichten, Ziehen nimmt mehrere.</translation>
    </message>
    <message>
        <source>Example: a strong swatch with one high bar is a head that reads one place.</source>
        <translation>Beispiel: Ein kräftiges Farbfeld mit einem hohen Balken ist ein Kopf, der eine einzige Stelle liest.</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Heads shown</source>
        <translation>Gezeigte Köpfe</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Alle Köpfe</translation>
    </message>
    <message numerus="yes">
        <source>over %n word(s)</source>
        <translation>
            <numerusform>über %n Wort</numerusform>
            <numerusform>über %n Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n Köpfe</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose heads in the grid first: click one, or drag over several.</source>
        <translation>Zuerst Köpfe im Raster wählen: einen anklicken oder über mehrere ziehen.</translation>
    </message>
    <message>
        <source>Show all heads</source>
        <translation>Alle Köpfe zeigen</translation>
    </message>
    <message>
        <source>Show this head alone</source>
        <translation>Nur diesen Kopf zeigen</translation>
    </message>
    <message>
        <source>Open the head&apos;s page</source>
        <translation>Seite des Kopfes öffnen</translation>
    </message>
    <message>
        <source>Name the head</source>
        <translation>Kopf benennen</translation>
    </message>
    <message>
        <source>Set…</source>
        <translation>Gruppe ...</translation>
    </message>
    <message>
        <source>Keep, name or delete the head set</source>
        <translation>Kopfgruppe behalten, benennen oder löschen</translation>
    </message>
    <message>
        <source>Keep these heads as a set…</source>
        <translation>Diese Köpfe als Gruppe behalten ...</translation>
    </message>
    <message>
        <source>Rename the set…</source>
        <translation>Gruppe umbenennen ...</translation>
    </message>
    <message>
        <source>Delete the set</source>
        <translation>Gruppe löschen</translation>
    </message>
    <message>
        <source>These heads are a set already.</source>
        <translation>Diese Köpfe sind schon eine Gruppe.</translation>
    </message>
    <message>
        <source>Choose heads first.</source>
        <translation>Wählen Sie zuerst Köpfe aus.</translation>
    </message>
    <message>
        <source>These heads are not kept as a set.</source>
        <translation>Diese Köpfe sind noch keine Gruppe, die behalten wird.</translation>
    </message>
    <message>
        <source>%1; bars renormalised</source>
        <translation>%1; Balken renormiert</translation>
    </message>
</context>
<context>
    <name>cairn::HeadPage</name>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <source>Example: a dark column is a block that the head held on to over many words.</source>
        <translation>Beispiel: Eine dunkle Spalte ist ein Block, an dem der Kopf über viele Wörter festhielt.</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>Hide in views</source>
        <translation>In Ansichten verbergen</translation>
    </message>
    <message>
        <source>Words × blocks</source>
        <translation>Wörter × Blöcke</translation>
    </message>
    <message>
        <source>Words × blocks of one head</source>
        <translation>Wörter × Blöcke eines Kopfes</translation>
    </message>
    <message>
        <source>Memory and local share per word</source>
        <translation>Anteil von Gedächtnis und Umgebung je Wort</translation>
    </message>
    <message>
        <source>Top blocks</source>
        <translation>Stärkste Blöcke</translation>
    </message>
    <message>
        <source>Top blocks of the head</source>
        <translation>Stärkste Blöcke des Kopfes</translation>
    </message>
    <message>
        <source>Choose a head in the ranking or in the grid.</source>
        <translation>Wählen Sie einen Kopf in der Rangliste oder im Raster.</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bit</translation>
    </message>
    <message>
        <source>word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>gate, max %1</source>
        <translation>Gate, Max. %1</translation>
    </message>
    <message>
        <source>word %1 “%2”, block %3</source>
        <translation>Wort %1 „%2“, Block %3</translation>
    </message>
    <message>
        <source>gate %1</source>
        <translation>Gate %1</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Previous head (Shift+Page up)</source>
        <translation>Voriger Kopf (Umschalt+Bild auf)</translation>
    </message>
    <message>
        <source>Next head (Shift+Page down)</source>
        <translation>Nächster Kopf (Umschalt+Bild ab)</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Short by</source>
        <translation>Es fehlten</translation>
    </message>
    <message>
        <source>Nearly opened</source>
        <translation>Beinahe geöffnet</translation>
    </message>
    <message>
        <source>Blocks that the head nearly opened</source>
        <translation>Blöcke, die der Kopf beinahe geöffnet hat</translation>
    </message>
    <message>
        <source>Words have a tint by how the head weighed them; below stand the blocks that came next behind those that it opened.</source>
        <translation>Wörter sind getönt, wie der Kopf sie gewichtet hat; unten stehen die Blöcke, die nach den geöffneten als nächste kamen.</translation>
    </message>
    <message>
        <source>Words have a tint where the head was among the 32 that read most for a word of the answer.</source>
        <translation>Wörter sind getönt, wo der Kopf zu den 32 gehörte, die für ein Wort der Antwort am meisten gelesen haben.</translation>
    </message>
    <message>
        <source>Everything one head did while the answer was written: which blocks it opened for which word, and how much of its attention went to memory. Page up and Page down go to the same head of the next layer, with Shift to the next head.</source>
        <translation>Alles, was ein Kopf tat, während die Antwort geschrieben wurde: welche Blöcke er für welches Wort öffnete, und wie viel seiner Aufmerksamkeit dem Gedächtnis galt. Bild auf und Bild ab gehen zum selben Kopf der nächsten Schicht, mit Umschalt zum nächsten Kopf.</translation>
    </message>
    <message>
        <source>This head found no block better than another, or opened all that came close.</source>
        <translation>Für diesen Kopf war kein Block besser als ein anderer, oder er hat alle geöffnet, die nahe kamen.</translation>
    </message>
    <message>
        <source>best place in the queue for a word</source>
        <translation>bester Platz in der Reihe für ein Wort</translation>
    </message>
</context>
<context>
    <name>cairn::HeadRanking</name>
    <message>
        <source>Head ranking</source>
        <translation>Rangliste der Köpfe</translation>
    </message>
    <message>
        <source>Keep as head set</source>
        <translation>Als Kopfgruppe behalten</translation>
    </message>
    <message>
        <source>A head is one of the model&apos;s readers; each opens its own blocks. Tick the ones that interest you and keep them as a set: all views can be narrowed to it.</source>
        <translation>Ein Kopf ist einer der Leser des Modells; jeder öffnet seine eigenen Blöcke. Haken Sie die an, die Sie interessieren, und behalten Sie sie als Gruppe: Alle Ansichten lassen sich darauf beschränken.</translation>
    </message>
    <message>
        <source>Example: a head with a large memory share and low entropy reads one place of the document closely.</source>
        <translation>Beispiel: Ein Kopf mit großem Gedächtnisanteil und kleiner Entropie liest eine Stelle des Dokuments genau.</translation>
    </message>
    <message>
        <source>How many heads to tick</source>
        <translation>Wie viele Köpfe angehakt werden</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Anhaken</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Beste</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Waagerecht</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>by</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>Tick heads first</source>
        <translation>Haken Sie zuerst Köpfe an</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n head(s) ticked</source>
        <translation>
            <numerusform>%1 von %n Kopf angehakt</numerusform>
            <numerusform>%1 von %n Köpfen angehakt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n Köpfe</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>Open the head&apos;s page</source>
        <translation>Seite des Kopfes öffnen</translation>
    </message>
    <message>
        <source>Name the head</source>
        <translation>Kopf benennen</translation>
    </message>
    <message>
        <source>No longer on top</source>
        <translation>Nicht mehr oben</translation>
    </message>
    <message>
        <source>Keep on top</source>
        <translation>Oben halten</translation>
    </message>
    <message>
        <source>Sort by similarity to this head</source>
        <translation>Nach Ähnlichkeit mit diesem Kopf ordnen</translation>
    </message>
    <message>
        <source>Tick the heads that copy (copy score %1 and more)</source>
        <translation>Köpfe ankreuzen, die kopieren (Kopierwert ab %1)</translation>
    </message>
</context>
<context>
    <name>cairn::HeadScatter</name>
    <message>
        <source>Two statistics of the heads</source>
        <translation>Zwei Zahlen der Köpfe</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
</context>
<context>
    <name>cairn::HeadSwitch</name>
    <message>
        <source>Switch on and ask again</source>
        <translation>Einschalten und neu fragen</translation>
    </message>
    <message>
        <source>Switch off and ask again</source>
        <translation>Abschalten und neu fragen</translation>
    </message>
    <message>
        <source>The model then writes without these heads. What it has read stays as it is.</source>
        <translation>Das Modell schreibt dann ohne diese Köpfe. Was es gelesen hat, bleibt, wie es ist.</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off in this answer</source>
        <translation>
            <numerusform>In dieser Antwort %n Kopf aus</numerusform>
            <numerusform>In dieser Antwort %n Köpfe aus</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::HeadsData</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
</context>
<context>
    <name>cairn::HeadsModel</name>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>How alike its evidence is to that of %1: cosine over the blocks</source>
        <translation>Wie ähnlich seine Belege denen von %1 sind: Kosinus über die Blöcke</translation>
    </message>
</context>
<context>
    <name>cairn::HeadsView</name>
    <message>
        <source>Ranking</source>
        <translation>Rangliste</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>One head</source>
        <translation>Ein Kopf</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
</context>
<context>
    <name>cairn::HeatmapView</name>
    <message>
        <source>max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>ch.</source>
        <translation>Kap.</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>Wärmebild</translation>
    </message>
    <message>
        <source>Ask a question to see which blocks were opened.</source>
        <translation>Stellen Sie eine Frage, um zu sehen, welche Blöcke geöffnet wurden.</translation>
    </message>
    <message>
        <source>%1 %2, %3 %4</source>
        <translation>%1 %2, %3 %4</translation>
    </message>
    <message>
        <source>not opened</source>
        <translation>nicht geöffnet</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) share this place, mean %1; the strongest is shown</source>
        <translation>
            <numerusform>%n Zelle liegt an dieser Stelle, Mittel %1; die stärkste ist zu sehen</numerusform>
            <numerusform>%n Zellen liegen an dieser Stelle, Mittel %1; die stärkste ist zu sehen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::LanguageRemark</name>
    <message>
        <source>English</source>
        <translation>auf Englisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>auf Deutsch</translation>
    </message>
    <message>
        <source>French</source>
        <translation>auf Französisch</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>auf Spanisch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>auf Italienisch</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>auf Portugiesisch</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>auf Niederländisch</translation>
    </message>
    <message>
        <source>another language</source>
        <translation>in einer anderen Sprache</translation>
    </message>
    <message>
        <source>The question is in %1, the text in %2, and the model was not taught both: asked in the language of the text it answers better.</source>
        <translation>Die Frage ist %1 gestellt, der Text %2 geschrieben, und das Modell hat nicht beides gelernt: in der Sprache des Textes gefragt antwortet es besser.</translation>
    </message>
</context>
<context>
    <name>cairn::LayerBars</name>
    <message>
        <source>Different blocks per layer</source>
        <translation>Verschiedene Blöcke je Schicht</translation>
    </message>
    <message>
        <source>Layer %1: %2 of at most %3 blocks</source>
        <translation>Schicht %1: %2 von höchstens %3 Blöcken</translation>
    </message>
    <message>
        <source>different blocks; line: no more are possible</source>
        <translation>verschiedene Blöcke; Linie: mehr sind nicht möglich</translation>
    </message>
    <message>
        <source>Layer %1: %2 different blocks of at most %3</source>
        <translation>Schicht %1: %2 verschiedene Blöcke von höchstens %3</translation>
    </message>
</context>
<context>
    <name>cairn::LayersView</name>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Each row is a layer of the model, each column a block of the document; the stronger the colour, the more a head of that layer looked at the block. Double click a layer to see its heads.</source>
        <translation>Jede Zeile ist eine Schicht des Modells, jede Spalte ein Block des Dokuments; je kräftiger die Farbe, desto mehr sah ein Kopf der Schicht den Block an. Ein Doppelklick auf eine Schicht zeigt ihre Köpfe.</translation>
    </message>
    <message>
        <source>Example: a strong cell in row 16, column 329 means that a head of layer 16 spent much of its attention on block 329.</source>
        <translation>Beispiel: Eine kräftige Zelle in Zeile 16, Spalte 329 heißt, dass ein Kopf der Schicht 16 viel Aufmerksamkeit auf Block 329 verwandte.</translation>
    </message>
    <message>
        <source>Strongest cells</source>
        <translation>Stärkste Zellen</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Memory share</source>
        <translation>Gedächtnisanteil</translation>
    </message>
    <message>
        <source>How cells are joined</source>
        <translation>Wie Zellen zusammengefasst werden</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Show all layers and blocks (0)</source>
        <translation>Alle Schichten und Blöcke zeigen (0)</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Alle Köpfe</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Alle Wörter</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>All words so far</source>
        <translation>Alle Wörter bisher</translation>
    </message>
    <message>
        <source>Head set: %1</source>
        <translation>Kopfgruppe: %1</translation>
    </message>
    <message numerus="yes">
        <source>The %n head(s) with most evidence</source>
        <translation>
            <numerusform>Der %n Kopf mit den meisten Belegen</numerusform>
            <numerusform>Die %n Köpfe mit den meisten Belegen</numerusform>
        </translation>
    </message>
    <message>
        <source>All words of the answer</source>
        <translation>Alle Wörter der Antwort</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Alle Schichten</translation>
    </message>
    <message>
        <source>All blocks</source>
        <translation>Alle Blöcke</translation>
    </message>
    <message>
        <source>%1, %2 over %3 and %4</source>
        <translation>%1, %2 über %3 und %4</translation>
    </message>
    <message>
        <source>Layer %1, block %2</source>
        <translation>Schicht %1, Block %2</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>First words</source>
        <translation>Erste Wörter</translation>
    </message>
    <message>
        <source>Lift</source>
        <translation>Lift</translation>
    </message>
    <message>
        <source>Removal</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Lift compares with a question about nothing in particular, which is asked by itself when the engine has time.</source>
        <translation>Lift vergleicht mit einer Frage nach nichts Bestimmtem, die von selbst gestellt wird, wenn der Rechenprozess Zeit hat.</translation>
    </message>
    <message>
        <source>Run the removal test first.</source>
        <translation>Führen Sie zuerst den Weglasstest aus.</translation>
    </message>
    <message>
        <source>%1, block %2</source>
        <translation>%1, Block %2</translation>
    </message>
</context>
<context>
    <name>cairn::LibraryBar</name>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Sorted by</source>
        <translation>Sortiert nach</translation>
    </message>
    <message>
        <source>Last use</source>
        <translation>Letzte Benutzung</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Press Enter to search in their texts; Esc leads back.</source>
        <translation>Eingabe sucht in ihren Texten; Esc führt zurück.</translation>
    </message>
    <message>
        <source>No session has this in its name. Press Enter to search in their texts; Esc leads back.</source>
        <translation>Keine Sitzung hat dies im Namen. Eingabe sucht in ihren Texten; Esc führt zurück.</translation>
    </message>
</context>
<context>
    <name>cairn::LibraryController</name>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>Exportiert nach %1.</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Moved to %1.</source>
        <translation>Verschoben nach %1.</translation>
    </message>
    <message>
        <source>Not available: its folder is not there, maybe on a drive that is not connected.</source>
        <translation>Nicht erreichbar: Der Ordner ist nicht da, vielleicht ist sein Laufwerk nicht angeschlossen.</translation>
    </message>
    <message>
        <source>The session is back.</source>
        <translation>Die Sitzung ist wieder da.</translation>
    </message>
    <message numerus="yes">
        <source>%n memories were discarded. Text and answers are kept.</source>
        <translation>
            <numerusform>%n Gedächtnis wurde verworfen. Text und Antworten bleiben.</numerusform>
            <numerusform>%n Gedächtnisse wurden verworfen. Text und Antworten bleiben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) were deleted for good.</source>
        <translation>
            <numerusform>%n Sitzung wurde endgültig gelöscht.</numerusform>
            <numerusform>%n Sitzungen wurden endgültig gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>p. %1</source>
        <translation>S. %1</translation>
    </message>
    <message>
        <source>Opened %1 and consulted %2 of %3 blocks.</source>
        <translation>%1 von %3 Blöcken geöffnet, %2 beachtet.</translation>
    </message>
    <message>
        <source>%1 of %2 blocks had been read when it was asked.</source>
        <translation>%1 von %2 Blöcken waren gelesen, als gefragt wurde.</translation>
    </message>
    <message>
        <source>Writing was stopped; what was written stays.</source>
        <translation>Das Schreiben wurde abgebrochen; was geschrieben ist, bleibt.</translation>
    </message>
    <message>
        <source>Weak support: no passage stood out. The answer may come from the model itself.</source>
        <translation>Schwach gestützt: Keine Stelle ragte heraus. Die Antwort kann vom Modell selbst stammen.</translation>
    </message>
    <message>
        <source>No passage stood out. The answer is withheld: it may come from the model itself.</source>
        <translation>Keine Stelle ragte heraus. Die Antwort wird zurückgehalten: Sie kann vom Modell selbst stammen.</translation>
    </message>
    <message>
        <source>The model found no answer in what it opened.</source>
        <translation>Das Modell fand keine Antwort in dem, was es geöffnet hat.</translation>
    </message>
    <message>
        <source>Nearest passage: %1</source>
        <translation>Nächstliegende Stelle: %1</translation>
    </message>
    <message>
        <source>Quotations that are not in the text: %1.</source>
        <translation>Zitate, die nicht im Text stehen: %1.</translation>
    </message>
    <message>
        <source>Heads switched off: %1.</source>
        <translation>Abgeschaltete Köpfe: %1.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Barred</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Follow-up of “%1”</source>
        <translation>Anschluss an „%1“</translation>
    </message>
    <message>
        <source>Follow-up of an answer that was removed</source>
        <translation>Anschluss an eine entfernte Antwort</translation>
    </message>
    <message>
        <source>Only this was looked at: %1.</source>
        <translation>Nur das wurde angesehen: %1.</translation>
    </message>
    <message>
        <source>This was kept out: %1.</source>
        <translation>Das wurde ausgelassen: %1.</translation>
    </message>
    <message>
        <source>This was pinned: %1.</source>
        <translation>Das war angeheftet: %1.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>p. %1 (PDF %2)</source>
        <translation>S. %1 (PDF %2)</translation>
    </message>
    <message>
        <source>par. %1</source>
        <translation>Abs. %1</translation>
    </message>
    <message>
        <source>%1, %2, strategy: %3.</source>
        <translation>%1, %2, Strategie: %3.</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>passages read again</source>
        <translation>Stellen neu gelesen</translation>
    </message>
    <message>
        <source>newest words</source>
        <translation>nur die neuesten Wörter</translation>
    </message>
    <message>
        <source>word search</source>
        <translation>Wortsuche</translation>
    </message>
</context>
<context>
    <name>cairn::MainWindow</name>
    <message>
        <source>“%1” was read before. Open its session with the answers, or read it anew?</source>
        <translation>„%1“ wurde schon gelesen. Seine Sitzung mit den Antworten öffnen oder neu lesen?</translation>
    </message>
    <message numerus="yes">
        <source>These %n file(s) were read before. Open their session with the answers, or read them anew?</source>
        <translation>
            <numerusform>Diese %n Datei wurde schon gelesen. Ihre Sitzung mit den Antworten öffnen oder neu lesen?</numerusform>
            <numerusform>Diese %n Dateien wurden schon gelesen. Ihre Sitzung mit den Antworten öffnen oder neu lesen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Read it anew</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Cairn</source>
        <translation>Cairn</translation>
    </message>
    <message>
        <source>%1 - Cairn</source>
        <translation>%1 – Cairn</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>Opening %1, part %2 of %3</source>
        <translation>Öffnet %1, Teil %2 von %3</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>Öffnet %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be opened.</source>
        <translation>
            <numerusform>%n Datei konnte nicht geöffnet werden.</numerusform>
            <numerusform>%n Dateien konnten nicht geöffnet werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>%1 is encrypted. Its password:</source>
        <translation>%1 ist verschlüsselt. Das Passwort:</translation>
    </message>
    <message>
        <source>There is no page called %1.</source>
        <translation>Es gibt keine Seite %1.</translation>
    </message>
    <message>
        <source>%1, copy</source>
        <translation>%1, Kopie</translation>
    </message>
    <message>
        <source>“%1” was moved to the trash.</source>
        <translation>„%1“ liegt jetzt im Papierkorb.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation>Sitzungsordner öffnen</translation>
    </message>
    <message>
        <source>Export answers</source>
        <translation>Antworten exportieren</translation>
    </message>
    <message>
        <source>Save a copy without the memory</source>
        <translation>Kopie ohne Gedächtnis speichern</translation>
    </message>
    <message>
        <source>Cairn session (*.db)</source>
        <translation>Cairn-Sitzung (*.db)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>Exportiert nach %1.</translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation>Sitzung umbenennen</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>Notiz:</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Show block %1</source>
        <translation>Block %1 zeigen</translation>
    </message>
    <message>
        <source>Bar and ask again</source>
        <translation>Sperren und neu fragen</translation>
    </message>
    <message>
        <source>Pin and ask again</source>
        <translation>Anheften und neu fragen</translation>
    </message>
    <message>
        <source>“%1” is read</source>
        <translation>„%1“ ist gelesen</translation>
    </message>
    <message>
        <source>Questions about all of it are possible now.</source>
        <translation>Jetzt sind Fragen zum Ganzen möglich.</translation>
    </message>
    <message>
        <source>Find passages by meaning</source>
        <translation>Stellen nach Bedeutung suchen</translation>
    </message>
    <message>
        <source>Find passages for:</source>
        <translation>Stellen suchen zu:</translation>
    </message>
    <message>
        <source>%1, block %2</source>
        <translation>%1, Block %2</translation>
    </message>
    <message>
        <source>About Cairn</source>
        <translation>Über Cairn</translation>
    </message>
    <message>
        <source>Cairn %1</source>
        <translation>Cairn %1</translation>
    </message>
    <message>
        <source>Enter the password</source>
        <translation>Passwort eingeben</translation>
    </message>
    <message>
        <source>Move the session into this folder</source>
        <translation>Sitzung in diesen Ordner verschieben</translation>
    </message>
    <message>
        <source>Recover what can be read</source>
        <translation>Retten, was lesbar ist</translation>
    </message>
    <message>
        <source>Asking chapter %1 of %2: %3</source>
        <translation>Kapitel %1 von %2 wird gefragt: %3</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Something was found in %1 of %2 chapters.</source>
        <translation>In %1 von %2 Kapiteln wurde etwas gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %n chapter(s) were not asked.</source>
        <translation>
            <numerusform>Angehalten: %n Kapitel wurde nicht gefragt.</numerusform>
            <numerusform>Angehalten: %n Kapitel wurden nicht gefragt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Write the question first; then every chapter is asked.</source>
        <translation>Schreiben Sie zuerst die Frage; dann wird jedes Kapitel gefragt.</translation>
    </message>
    <message>
        <source>This question seems to be about the whole text; the answer rests on a few places.</source>
        <translation>Diese Frage scheint den ganzen Text zu meinen; die Antwort beruht auf wenigen Stellen.</translation>
    </message>
    <message>
        <source>Ask every chapter</source>
        <translation>Jedes Kapitel fragen</translation>
    </message>
    <message>
        <source>Change the note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>No program for folders answered. The folder is %1.</source>
        <translation>Kein Programm für Ordner hat geantwortet. Der Ordner ist %1.</translation>
    </message>
    <message>
        <source>Ask about this document alone</source>
        <translation>Nur zu diesem Dokument fragen</translation>
    </message>
    <message>
        <source>Ask about all documents</source>
        <translation>Zu allen Dokumenten fragen</translation>
    </message>
    <message>
        <source>Copy the title</source>
        <translation>Titel kopieren</translation>
    </message>
    <message>
        <source>Copy the path of the file</source>
        <translation>Pfad der Datei kopieren</translation>
    </message>
    <message>
        <source>Show the file in its folder</source>
        <translation>Datei in ihrem Ordner zeigen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Compare with the answer in sight</source>
        <translation>Mit der sichtbaren Antwort vergleichen</translation>
    </message>
    <message>
        <source>Copy the question</source>
        <translation>Frage kopieren</translation>
    </message>
    <message>
        <source>Copy the answer with citations</source>
        <translation>Antwort mit Fundstellen kopieren</translation>
    </message>
    <message>
        <source>Edit the question and ask again</source>
        <translation>Frage ändern und neu stellen</translation>
    </message>
    <message>
        <source>Ask a follow-up</source>
        <translation>Anschlussfrage stellen</translation>
    </message>
    <message>
        <source>Delete the question and its answers</source>
        <translation>Frage und ihre Antworten löschen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Change the note…</source>
        <translation>Notiz ändern ...</translation>
    </message>
    <message>
        <source>Everything is saved by itself, in %1.</source>
        <translation>Alles wird von selbst gespeichert, in %1.</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Add documents to this session</source>
        <translation>Dokumente zu dieser Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>Add “%1” to this session, or open it by itself?</source>
        <translation>„%1“ zu dieser Sitzung hinzufügen oder für sich öffnen?</translation>
    </message>
    <message>
        <source>Add to this session</source>
        <translation>Zu dieser Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>Open in a session of its own</source>
        <translation>In einer eigenen Sitzung öffnen</translation>
    </message>
    <message>
        <source>The documents are added once the answer is written.</source>
        <translation>Die Dokumente werden hinzugefügt, sobald die Antwort geschrieben ist.</translation>
    </message>
    <message>
        <source>“%1” is in this session already.</source>
        <translation>„%1“ ist schon in dieser Sitzung.</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) added; what was read before stays as it is.</source>
        <translation>
            <numerusform>%n Dokument hinzugefügt; was schon gelesen ist, bleibt, wie es ist.</numerusform>
            <numerusform>%n Dokumente hinzugefügt; was schon gelesen ist, bleibt, wie es ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename document</source>
        <translation>Dokument umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Cairn does not open links of this kind: %1</source>
        <translation>Cairn öffnet Verweise dieser Art nicht: %1</translation>
    </message>
    <message>
        <source>This link leads out of Cairn: %1</source>
        <translation>Dieser Verweis führt aus Cairn hinaus: %1</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>In einem anderen Programm öffnen</translation>
    </message>
    <message>
        <source>This is a session without the document. The one before, with its answers, is kept.</source>
        <translation>Das ist eine Sitzung ohne das Dokument. Die vorige mit ihren Antworten bleibt erhalten.</translation>
    </message>
    <message>
        <source>Open “%1”</source>
        <translation>„%1“ öffnen</translation>
    </message>
    <message>
        <source>Read the others without it, in a session of their own</source>
        <translation>Die anderen ohne dieses lesen, in einer eigenen Sitzung</translation>
    </message>
    <message numerus="yes">
        <source>The question will be asked with %n other setting(s), about %1 s.</source>
        <translation>
            <numerusform>Die Frage wird mit %n anderen Einstellung gestellt, etwa %1 s.</numerusform>
            <numerusform>Die Frage wird mit %n anderen Einstellungen gestellt, etwa %1 s.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Asking with setting %1 of %2: %3</source>
        <translation>Frage mit Einstellung %1 von %2: %3</translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %n setting(s) were not tried.</source>
        <translation>
            <numerusform>Angehalten: %n Einstellung wurde nicht versucht.</numerusform>
            <numerusform>Angehalten: %n Einstellungen wurden nicht versucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stable: the same passages are cited with all settings.</source>
        <translation>Beständig: Mit allen Einstellungen werden dieselben Stellen genannt.</translation>
    </message>
    <message>
        <source>Other passages are cited with %1 of %2 settings. Compare the answers in the list.</source>
        <translation>Mit %1 von %2 Einstellungen werden andere Stellen genannt. Vergleichen Sie die Antworten in der Liste.</translation>
    </message>
    <message>
        <source>exact attention</source>
        <translation>exakte Aufmerksamkeit</translation>
    </message>
    <message>
        <source>grouped attention</source>
        <translation>gruppierte Aufmerksamkeit</translation>
    </message>
    <message>
        <source>k %1</source>
        <translation>k %1</translation>
    </message>
    <message>
        <source>Nothing is read again.</source>
        <translation>Nichts wird erneut gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>Reading again what follows it takes about %n min.</source>
        <translation>
            <numerusform>Was folgt, erneut zu lesen dauert etwa %n Min.</numerusform>
            <numerusform>Was folgt, erneut zu lesen dauert etwa %n Min.</numerusform>
        </translation>
    </message>
    <message>
        <source>What follows it is read again.</source>
        <translation>Was folgt, wird erneut gelesen.</translation>
    </message>
    <message>
        <source>Remove “%1” from this session? %2 Answers that cite it stay.</source>
        <translation>„%1“ aus dieser Sitzung entfernen? %2 Antworten, die es zitieren, bleiben.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Once the answer is written documents can be removed.</source>
        <translation>Sobald die Antwort geschrieben ist, können Dokumente entfernt werden.</translation>
    </message>
    <message>
        <source>“%1” is back in its place.</source>
        <translation>„%1“ ist wieder an seinem Platz.</translation>
    </message>
    <message>
        <source>“%1” was removed from this session.</source>
        <translation>„%1“ wurde aus dieser Sitzung entfernt.</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Remove from this session…</source>
        <translation>Aus dieser Sitzung entfernen …</translation>
    </message>
    <message>
        <source>Take “%1” back</source>
        <translation>„%1“ zurückholen</translation>
    </message>
    <message>
        <source>There is no document in this folder.</source>
        <translation>In diesem Ordner ist kein Dokument.</translation>
    </message>
    <message numerus="yes">
        <source>Open the %n document(s) of this folder, %1, in one session?</source>
        <translation>
            <numerusform>Das Dokument dieses Ordners, %1, in einer Sitzung öffnen?</numerusform>
            <numerusform>Die %n Dokumente dieses Ordners, %1, in einer Sitzung öffnen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add these %n file(s), %1, to this session, or open them by themselves?</source>
        <translation>
            <numerusform>Diese Datei, %1, in diese Sitzung aufnehmen oder für sich öffnen?</numerusform>
            <numerusform>Diese %n Dateien, %1, in diese Sitzung aufnehmen oder für sich öffnen?</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” does not say its encoding and was read as %2. If letters look wrong, choose another one.</source>
        <translation>„%1“ nennt seine Zeichenkodierung nicht und wurde als %2 gelesen. Sehen Buchstaben falsch aus, wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>Choose the encoding…</source>
        <translation>Kodierung wählen ...</translation>
    </message>
    <message>
        <source>Text encoding</source>
        <translation>Zeichenkodierung</translation>
    </message>
    <message>
        <source>Read “%1” as:</source>
        <translation>„%1“ lesen als:</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Once the answer is written the encoding can be changed.</source>
        <translation>Sobald die Antwort geschrieben ist, kann die Kodierung geändert werden.</translation>
    </message>
    <message>
        <source>Text encoding…</source>
        <translation>Zeichenkodierung ...</translation>
    </message>
    <message>
        <source>Delete the question</source>
        <translation>Frage löschen</translation>
    </message>
    <message>
        <source>The question and its answers are deleted. They can be put back for 30 days.</source>
        <translation>Die Frage und ihre Antworten sind gelöscht. Sie können 30 Tage lang zurückgeholt werden.</translation>
    </message>
    <message>
        <source>Put back (kept for 30 days)</source>
        <translation>Zurückholen (30 Tage aufgehoben)</translation>
    </message>
    <message>
        <source>This question is damaged.</source>
        <translation>Diese Frage ist beschädigt.</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n question(s) with all answers for good?</source>
        <translation>
            <numerusform>%n Frage mit allen Antworten endgültig löschen?</numerusform>
            <numerusform>%n Fragen mit allen Antworten endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>They can&apos;t be put back then.</source>
        <translation>Sie können dann nicht mehr zurückgeholt werden.</translation>
    </message>
    <message>
        <source>Bring in exported answers</source>
        <translation>Exportierte Antworten einlesen</translation>
    </message>
    <message>
        <source>The memories of all sessions take %1; the limit is %2.</source>
        <translation>Die Gedächtnisse aller Sitzungen belegen %1; die Grenze ist %2.</translation>
    </message>
    <message>
        <source>Discard memories…</source>
        <translation>Gedächtnisse verwerfen …</translation>
    </message>
    <message>
        <source>Select words in the text first.</source>
        <translation>Wählen Sie zuerst Wörter im Text aus.</translation>
    </message>
    <message>
        <source>The blocks of this passage are opened for every next question, until you delete it from the notes.</source>
        <translation>Die Blöcke dieser Stelle werden für jede weitere Frage geöffnet, bis Sie die Stelle aus den Notizen löschen.</translation>
    </message>
    <message>
        <source>The blocks of this passage stay closed for the next questions, until you delete it from the notes.</source>
        <translation>Die Blöcke dieser Stelle bleiben bei den nächsten Fragen geschlossen, bis Sie die Stelle aus den Notizen löschen.</translation>
    </message>
    <message>
        <source>Printing page %1 of %2</source>
        <translation>Seite %1 von %2 wird gedruckt</translation>
    </message>
    <message>
        <source>Printing page %1</source>
        <translation>Seite %1 wird gedruckt</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) of “%1” printed.</source>
        <translation>
            <numerusform>%n Seite von „%1“ gedruckt.</numerusform>
            <numerusform>%n Seiten von „%1“ gedruckt.</numerusform>
        </translation>
    </message>
    <message>
        <source>This password does not open %1. Its password:</source>
        <translation>Dieses Passwort öffnet %1 nicht. Das Passwort:</translation>
    </message>
    <message>
        <source>Not saved: the disk is full. What was saved before is safe. Free 64 MB and try again.</source>
        <translation>Nicht gespeichert: Die Platte ist voll. Was vorher gespeichert wurde, ist sicher. Geben Sie 64 MB frei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n Frage</numerusform>
            <numerusform>%n Fragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) or mark(s)</source>
        <translation>
            <numerusform>%n Notiz oder Markierung</numerusform>
            <numerusform>%n Notizen oder Markierungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s)</source>
        <translation>
            <numerusform>%n Name</numerusform>
            <numerusform>%n Namen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deletion(s)</source>
        <translation>
            <numerusform>%n Löschung</numerusform>
            <numerusform>%n Löschungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) brought in</source>
        <translation>
            <numerusform>%n hereingeholte Datei</numerusform>
            <numerusform>%n hereingeholte Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved to %1.</source>
        <translation>Verschoben nach %1.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gesichert ...</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>Trotzdem schließen</translation>
    </message>
    <message>
        <source>Not saved, the disk is full: %1. Lost when the session is closed now.</source>
        <translation>Nicht gesichert, der Datenträger ist voll: %1. Geht verloren, wenn die Sitzung jetzt geschlossen wird.</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen ...</translation>
    </message>
    <message>
        <source>%1 is needed; %2 is free there. Nothing was changed.</source>
        <translation>%1 sind nötig; dort sind %2 frei. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>„%1“: %2</translation>
    </message>
    <message numerus="yes">
        <source>“%1”: %n remarks on its file.</source>
        <translation>
            <numerusform>„%1“: %n Anmerkung zur Datei.</numerusform>
            <numerusform>„%1“: %n Anmerkungen zur Datei.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remarks (%1)…</source>
        <translation>Anmerkungen (%1) ...</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Delete answer %1 of %2 only</source>
        <translation>Nur Antwort %1 von %2 löschen</translation>
    </message>
    <message>
        <source>Delete the answer</source>
        <translation>Antwort löschen</translation>
    </message>
    <message>
        <source>The answer is deleted. It can be put back for 30 days.</source>
        <translation>Die Antwort ist gelöscht. 30 Tage lang kann sie zurückgeholt werden.</translation>
    </message>
    <message>
        <source>Discard the memory of this session? Text, answers and notes stay.</source>
        <translation>Das Gedächtnis dieser Sitzung verwerfen? Text, Antworten und Notizen bleiben.</translation>
    </message>
    <message>
        <source>%1 would be free again.</source>
        <translation>%1 würden wieder frei.</translation>
    </message>
    <message>
        <source>Reading again takes about %1.</source>
        <translation>Neu zu lesen dauert etwa %1.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Reads long documents, answers questions about them, and shows which words it looked at.

%1

Apache License 2.0</source>
        <translation>Liest lange Dokumente, beantwortet Fragen dazu und zeigt, auf welche Wörter es gesehen hat.

%1

Apache-Lizenz 2.0</translation>
    </message>
    <message>
        <source>Everything stays on this computer: no connection, telemetry or update check.</source>
        <translation>Alles bleibt auf diesem Rechner: keine Verbindung, keine Telemetrie, keine Suche nach Updates.</translation>
    </message>
    <message>
        <source>There is no session yet.</source>
        <translation>Es gibt noch keine Sitzung.</translation>
    </message>
    <message>
        <source>Open a document or a session first.</source>
        <translation>Öffnen Sie zuerst ein Dokument oder eine Sitzung.</translation>
    </message>
    <message>
        <source>Ask a question first.</source>
        <translation>Stellen Sie zuerst eine Frage.</translation>
    </message>
    <message>
        <source>The answer is still being written. Wait for its end, or stop it.</source>
        <translation>Die Antwort wird noch geschrieben. Warten Sie auf ihr Ende, oder halten Sie sie an.</translation>
    </message>
    <message>
        <source>No document is in sight. Choose one of the session.</source>
        <translation>Kein Dokument ist zu sehen. Wählen Sie eins der Sitzung.</translation>
    </message>
    <message>
        <source>The model is not loaded yet.</source>
        <translation>Das Modell ist noch nicht geladen.</translation>
    </message>
    <message>
        <source>Nothing is read yet.</source>
        <translation>Noch ist nichts gelesen.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>There is nothing to do again.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>No tab was closed.</source>
        <translation>Es wurde kein Reiter geschlossen.</translation>
    </message>
    <message>
        <source>This document has no pages of its own.</source>
        <translation>Dieses Dokument hat keine eigenen Seiten.</translation>
    </message>
    <message>
        <source>This document&apos;s format settles its encoding.</source>
        <translation>Bei dieser Art von Dokument steht die Kodierung fest.</translation>
    </message>
    <message>
        <source>There are no remarks on this document.</source>
        <translation>Zu diesem Dokument gibt es keine Anmerkungen.</translation>
    </message>
    <message>
        <source>There was no jump to go back from.</source>
        <translation>Es gab keinen Sprung, von dem es zurückginge.</translation>
    </message>
    <message>
        <source>You did not go back.</source>
        <translation>Sie sind nicht zurückgegangen.</translation>
    </message>
    <message>
        <source>It is being read.</source>
        <translation>Es wird gerade gelesen.</translation>
    </message>
    <message>
        <source>It was read with another model; read it again with this one.</source>
        <translation>Es wurde mit einem anderen Modell gelesen; lesen Sie es mit diesem neu.</translation>
    </message>
    <message>
        <source>All of it is read.</source>
        <translation>Alles ist gelesen.</translation>
    </message>
    <message>
        <source>Nothing is being read.</source>
        <translation>Es wird gerade nichts gelesen.</translation>
    </message>
    <message>
        <source>It was not read with another model.</source>
        <translation>Es wurde nicht mit einem anderen Modell gelesen.</translation>
    </message>
    <message>
        <source>No answer is being written.</source>
        <translation>Es wird gerade keine Antwort geschrieben.</translation>
    </message>
    <message>
        <source>This question has no other answer. Delete the question instead.</source>
        <translation>Diese Frage hat keine andere Antwort. Löschen Sie stattdessen die Frage.</translation>
    </message>
    <message>
        <source>No answer was deleted.</source>
        <translation>Es wurde keine Antwort gelöscht.</translation>
    </message>
    <message>
        <source>There are no other settings to ask this with.</source>
        <translation>Es gibt keine anderen Einstellungen, mit denen sich das fragen ließe.</translation>
    </message>
    <message>
        <source>This answer cites no passage.</source>
        <translation>Diese Antwort nennt keine Stelle.</translation>
    </message>
    <message>
        <source>It is the only document of this session.</source>
        <translation>Es ist das einzige Dokument dieser Sitzung.</translation>
    </message>
    <message>
        <source>The text of a document is damaged.</source>
        <translation>Der Text eines Dokuments ist beschädigt.</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>It is the answer in sight.</source>
        <translation>Es ist die Antwort, die zu sehen ist.</translation>
    </message>
    <message>
        <source>Trace, all of it (*.trace)</source>
        <translation>Spur, vollständig (*.trace)</translation>
    </message>
    <message>
        <source>Table, one row per opened block (*.csv)</source>
        <translation>Tabelle, eine Zeile je geöffnetem Block (*.csv)</translation>
    </message>
    <message>
        <source>NumPy array, one row per opened block (*.npy)</source>
        <translation>NumPy-Feld, eine Zeile je geöffnetem Block (*.npy)</translation>
    </message>
    <message>
        <source>Export what was opened</source>
        <translation>Geöffnetes exportieren</translation>
    </message>
    <message>
        <source>This answer has no stored trace. Ask again.</source>
        <translation>Zu dieser Antwort ist keine Spur gespeichert. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Documents (%1)</source>
        <translation>Dokumente (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Pages are shown as they are. Show the text first.</source>
        <translation>Seiten werden gezeigt, wie sie sind. Zeigen Sie zuerst den Text.</translation>
    </message>
    <message>
        <source>Only files on this computer can be opened. Save it first, then drop the file.</source>
        <translation>Nur Dateien auf diesem Rechner lassen sich öffnen. Speichern Sie sie zuerst, dann ziehen Sie die Datei hierher.</translation>
    </message>
    <message>
        <source>%1 Text and answers are saved. It starts again.</source>
        <translation>%1 Text und Antworten sind gespeichert. Er startet neu.</translation>
    </message>
    <message>
        <source>%1 Text and answers are saved. It is running again.</source>
        <translation>%1 Text und Antworten sind gespeichert. Er läuft wieder.</translation>
    </message>
    <message>
        <source>Enter the password…</source>
        <translation>Passwort eingeben ...</translation>
    </message>
    <message>
        <source>Brought in: %1, %2; there before: %3.</source>
        <translation>Eingelesen: %1, %2; schon da: %3.</translation>
    </message>
    <message>
        <source>“%1” is in the session “%2” too, with other documents. Open that, or read it in a session of its own?</source>
        <translation>„%1“ steht mit anderen Dokumenten auch in der Sitzung „%2“. Diese öffnen oder es in einer eigenen Sitzung lesen?</translation>
    </message>
    <message numerus="yes">
        <source>These %n file(s) are in the session “%1” too, with others. Open that, or read them in a session of their own?</source>
        <translation>
            <numerusform>Diese %n Datei steht mit anderen auch in der Sitzung „%1“. Diese öffnen oder sie in einer eigenen Sitzung lesen?</numerusform>
            <numerusform>Diese %n Dateien stehen mit anderen auch in der Sitzung „%1“. Diese öffnen oder sie in einer eigenen Sitzung lesen?</numerusform>
        </translation>
    </message>
    <message>
        <source>No answer is in sight. Choose one first.</source>
        <translation>Keine Antwort ist zu sehen. Wählen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>The other window has closed this session. Now it can be changed here.</source>
        <translation>Das andere Fenster hat diese Sitzung geschlossen. Jetzt kann sie hier geändert werden.</translation>
    </message>
    <message>
        <source>Copy and open</source>
        <translation>Kopieren und öffnen</translation>
    </message>
    <message>
        <source>The session is being copied…</source>
        <translation>Die Sitzung wird kopiert …</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Open the copy</source>
        <translation>Kopie öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Choose words of the answer first, by a click or by dragging over them.</source>
        <translation>Wählen Sie zuerst Wörter der Antwort, durch Klicken oder Ziehen.</translation>
    </message>
    <message>
        <source>Copy the chosen words</source>
        <translation>Die gewählten Wörter kopieren</translation>
    </message>
    <message>
        <source>Find the chosen words in the document</source>
        <translation>Die gewählten Wörter im Dokument suchen</translation>
    </message>
    <message>
        <source>Search the library for the chosen words</source>
        <translation>Die Bibliothek nach den gewählten Wörtern durchsuchen</translation>
    </message>
    <message>
        <source>“%1” printed.</source>
        <translation>„%1“ gedruckt.</translation>
    </message>
    <message>
        <source>The memory of “%1” was discarded. Text, answers and notes are kept; read it again to ask.</source>
        <translation>Das Gedächtnis von „%1“ wurde verworfen. Text, Antworten und Notizen bleiben; zum Fragen lesen Sie es erneut.</translation>
    </message>
    <message>
        <source>Open the session</source>
        <translation>Die Sitzung öffnen</translation>
    </message>
    <message>
        <source>Reading again takes %1.</source>
        <translation>Neu zu lesen dauert %1.</translation>
    </message>
    <message>
        <source>%1, without “%2”</source>
        <translation>%1, ohne „%2“</translation>
    </message>
    <message>
        <source>Reading again what follows it takes %1.</source>
        <translation>Das Folgende neu zu lesen dauert %1.</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n answer(s) for good?</source>
        <translation>
            <numerusform>%n Antwort endgültig löschen?</numerusform>
            <numerusform>%n Antworten endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was damaged; its text was taken anew from its file.</source>
        <translation>„%1“ war beschädigt; der Text wurde neu aus der Datei übernommen.</translation>
    </message>
    <message>
        <source>The record of the blocks that this answer opened is damaged; its words and citations are shown without it.</source>
        <translation>Die Aufzeichnung der Blöcke, die diese Antwort öffnete, ist beschädigt; ihre Worte und Belege werden ohne sie gezeigt.</translation>
    </message>
    <message>
        <source>Copy with its source</source>
        <translation>Mit Quelle kopieren</translation>
    </message>
    <message numerus="yes">
        <source>Making a session of %n document(s)…</source>
        <translation>
            <numerusform>Eine Sitzung aus %n Dokument wird angelegt …</numerusform>
            <numerusform>Eine Sitzung aus %n Dokumenten wird angelegt …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adding %n document(s)…</source>
        <translation>
            <numerusform>%n Dokument wird hinzugefügt …</numerusform>
            <numerusform>%n Dokumente werden hinzugefügt …</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Chapter, paragraph, or the beginning of a heading:</source>
        <translation>Kapitel, Absatz oder der Anfang einer Überschrift:</translation>
    </message>
    <message>
        <source>There is no chapter or paragraph called %1.</source>
        <translation>Es gibt kein Kapitel und keinen Absatz %1.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>%1 was not written. %2</source>
        <translation>%1 wurde nicht geschrieben. %2</translation>
    </message>
    <message>
        <source>“%1” was damaged; its text was taken anew from the memory.</source>
        <translation>„%1“ war beschädigt; der Text wurde neu aus dem Gedächtnis genommen.</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Read it from here</source>
        <translation>Ab hier lesen</translation>
    </message>
    <message>
        <source>Copy this section</source>
        <translation>Diesen Abschnitt kopieren</translation>
    </message>
    <message>
        <source>Pin this section for the next questions</source>
        <translation>Diesen Abschnitt für die nächsten Fragen anheften</translation>
    </message>
    <message>
        <source>Bar this section from the next questions</source>
        <translation>Diesen Abschnitt für die nächsten Fragen sperren</translation>
    </message>
    <message>
        <source>Ask about this section alone</source>
        <translation>Nur zu diesem Abschnitt fragen</translation>
    </message>
    <message>
        <source>Ask about these words alone</source>
        <translation>Nur zu diesen Wörtern fragen</translation>
    </message>
    <message>
        <source>Read the new version</source>
        <translation>Neue Fassung lesen</translation>
    </message>
    <message>
        <source>Choose where the file is now…</source>
        <translation>Wählen, wo die Datei jetzt liegt…</translation>
    </message>
    <message>
        <source>Open the file instead: of this one only its text is known.</source>
        <translation>Öffnen Sie stattdessen die Datei: Von dieser ist nur der Text bekannt.</translation>
    </message>
    <message>
        <source>“%1” has changed since it was read. Answers come from its text as it was.</source>
        <translation>„%1“ hat sich seit dem Lesen geändert. Antworten kommen aus dem Text, wie er war.</translation>
    </message>
    <message numerus="yes">
        <source>%n files have changed since they were read. Answers come from their texts as they were.</source>
        <translation>
            <numerusform>%n Datei hat sich seit dem Lesen geändert. Antworten kommen aus ihrem Text, wie er war.</numerusform>
            <numerusform>%n Dateien haben sich seit dem Lesen geändert. Antworten kommen aus ihren Texten, wie sie waren.</numerusform>
        </translation>
    </message>
    <message>
        <source>Read the new versions</source>
        <translation>Neue Fassungen lesen</translation>
    </message>
    <message>
        <source>Once the answer is written the new version can be read.</source>
        <translation>Sobald die Antwort geschrieben ist, kann die neue Fassung gelesen werden.</translation>
    </message>
    <message>
        <source>The text of “%1” is as it was; nothing is read again.</source>
        <translation>Der Text von „%1“ ist, wie er war; nichts wird noch einmal gelesen.</translation>
    </message>
    <message>
        <source>The new version of “%1” takes the place of the one before. Answers from before keep their text.</source>
        <translation>Die neue Fassung von „%1“ tritt an die Stelle der alten. Frühere Antworten behalten ihren Text.</translation>
    </message>
    <message>
        <source>Where is %1 now?</source>
        <translation>Wo liegt %1 jetzt?</translation>
    </message>
    <message>
        <source>%1 is another file: its bytes are not those that were read.</source>
        <translation>%1 ist eine andere Datei: Ihre Bytes sind nicht die, die gelesen wurden.</translation>
    </message>
    <message>
        <source>The file is found again.</source>
        <translation>Die Datei ist wieder gefunden.</translation>
    </message>
    <message>
        <source>Reading of “%1” stopped at %2 %. It goes on when you open it again.</source>
        <translation>Das Lesen von „%1“ hielt bei %2 % an. Es geht weiter, wenn Sie es wieder öffnen.</translation>
    </message>
    <message>
        <source>“%1” was read before, and has changed since. Open its session with the answers, or read it anew?</source>
        <translation>„%1“ wurde schon gelesen und hat sich seither geändert. Die Sitzung mit den Antworten öffnen oder neu lesen?</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) stay in %1. They go on being listed; new ones are made in the new folder.</source>
        <translation>
            <numerusform>%n Sitzung bleibt in %1. Sie wird weiter aufgeführt; neue entstehen im neuen Ordner.</numerusform>
            <numerusform>%n Sitzungen bleiben in %1. Sie werden weiter aufgeführt; neue entstehen im neuen Ordner.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move them, too</source>
        <translation>Auch verschieben</translation>
    </message>
    <message>
        <source>Passages of this session for “%1”</source>
        <translation>Stellen dieser Sitzung zu „%1“</translation>
    </message>
    <message>
        <source>Nothing was left to answer from: all blocks are barred but the last one.</source>
        <translation>Es war nichts übrig, woraus sich antworten lässt: Alle Blöcke außer dem letzten sind gesperrt.</translation>
    </message>
    <message>
        <source>Remove the bars and ask again</source>
        <translation>Sperren aufheben und neu fragen</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) are pinned now; the best %1 of them are opened for every next question.</source>
        <translation>
            <numerusform>%n Block ist jetzt angeheftet; die besten %1 davon werden für jede weitere Frage geöffnet.</numerusform>
            <numerusform>%n Blöcke sind jetzt angeheftet; die besten %1 davon werden für jede weitere Frage geöffnet.</numerusform>
        </translation>
    </message>
    <message>
        <source>the text</source>
        <translation>den Text</translation>
    </message>
    <message>
        <source>Add the text to this session, or open it by itself?</source>
        <translation>Den Text zu dieser Sitzung hinzufügen oder allein öffnen?</translation>
    </message>
    <message>
        <source>The text could not be kept: %1</source>
        <translation>Der Text ließ sich nicht aufbewahren: %1</translation>
    </message>
    <message>
        <source>There is neither a file nor text in the clipboard.</source>
        <translation>In der Zwischenablage ist weder eine Datei noch Text.</translation>
    </message>
    <message>
        <source>Too short to be a document by itself: choose “New document from the clipboard” for that.</source>
        <translation>Zu kurz, um von selbst ein Dokument zu werden: Wählen Sie dafür „Neues Dokument aus der Zwischenablage“.</translation>
    </message>
    <message>
        <source>The text</source>
        <translation>Der Text</translation>
    </message>
    <message>
        <source>Stopped: nothing was opened.</source>
        <translation>Angehalten: Es wurde nichts geöffnet.</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON-Zeilen (*.jsonl)</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl *.json);;All files (*)</source>
        <translation>JSON-Zeilen (*.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 is encrypted. Give its password to see its pages.</source>
        <translation>%1 ist verschlüsselt. Seine Seiten sind zu sehen, sobald das Passwort angegeben ist.</translation>
    </message>
    <message>
        <source>Searching this session for “%1”…</source>
        <translation>In dieser Sitzung wird nach „%1“ gesucht …</translation>
    </message>
    <message>
        <source>Not saved, the session’s folder is gone: %1. Lost when the session is closed now.</source>
        <translation>Nicht gesichert, der Ordner der Sitzung ist nicht mehr da: %1. Geht verloren, wenn die Sitzung jetzt geschlossen wird.</translation>
    </message>
    <message>
        <source>%1 was not written: the disk is full. Choose another place.</source>
        <translation>%1 wurde nicht geschrieben: Der Datenträger ist voll. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>Too short to be a document by itself. A question is dropped into its field.</source>
        <translation>Zu kurz, um von selbst ein Dokument zu werden. Eine Frage wird in ihr Feld gezogen.</translation>
    </message>
    <message>
        <source>Not saved: nothing can be written in %1 any more. A copy can be asked.</source>
        <translation>Nicht gespeichert: In %1 kann nichts mehr geschrieben werden. Einer Kopie können Fragen gestellt werden.</translation>
    </message>
    <message>
        <source>Copy the session</source>
        <translation>Sitzung kopieren</translation>
    </message>
    <message>
        <source>The memory of this answer is no more. Ask again, then ask the new answer&apos;s question with other settings.</source>
        <translation>Das Gedächtnis dieser Antwort gibt es nicht mehr. Fragen Sie noch einmal und dann die Frage der neuen Antwort mit anderen Einstellungen.</translation>
    </message>
</context>
<context>
    <name>cairn::MeaningSearch</name>
    <message>
        <source>Not searched: other model.</source>
        <translation>Nicht durchsucht: anderes Modell.</translation>
    </message>
    <message>
        <source>Not searched: nothing of it is read.</source>
        <translation>Nicht durchsucht: nichts davon ist gelesen.</translation>
    </message>
    <message>
        <source>Not searched: %1</source>
        <translation>Nicht durchsucht: %1</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>There is no session that could be searched. Open a document first.</source>
        <translation>Es gibt keine Sitzung, die durchsucht werden könnte. Öffnen Sie zuerst ein Dokument.</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message numerus="yes">
        <source>Searched %1 of %n session(s)</source>
        <translation>
            <numerusform>%1 von %n Sitzung durchsucht</numerusform>
            <numerusform>%1 von %n Sitzungen durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>The best sessions are looked at closely…</source>
        <translation>Die besten Sitzungen werden genau angesehen …</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s), by meaning</source>
        <translation>
            <numerusform>%n Stelle, dem Sinn nach</numerusform>
            <numerusform>%n Stellen, dem Sinn nach</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::MemoriesDialog</name>
    <message>
        <source>Discard memories</source>
        <translation>Gedächtnisse verwerfen</translation>
    </message>
    <message>
        <source>Text, answers, notes and heatmaps stay. To ask again, the session has to be read again.</source>
        <translation>Text, Antworten, Notizen und Wärmekarten bleiben. Um wieder zu fragen, muss die Sitzung neu gelesen werden.</translation>
    </message>
    <message>
        <source>Memories, the one not used longest first</source>
        <translation>Gedächtnisse, das am längsten nicht gebrauchte zuerst</translation>
    </message>
    <message>
        <source>%1: %2, last used %3</source>
        <translation>%1: %2, zuletzt gebraucht am %3</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>All memories take %1; %2 would be free again.</source>
        <translation>Alle Gedächtnisse belegen %1; %2 würden wieder frei.</translation>
    </message>
    <message>
        <source>The limit is %1.</source>
        <translation>Die Grenze ist %1.</translation>
    </message>
    <message>
        <source>No other session has a memory.</source>
        <translation>Keine andere Sitzung hat ein Gedächtnis.</translation>
    </message>
    <message>
        <source>Tick memories first</source>
        <translation>Haken Sie zuerst Gedächtnisse an</translation>
    </message>
</context>
<context>
    <name>cairn::MessageBar</name>
    <message>
        <source>Hide details</source>
        <translation>Einzelheiten verbergen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>cairn::NearMissesRow</name>
    <message>
        <source>for “%1”: %2</source>
        <translation>für „%1“: %2</translation>
    </message>
    <message>
        <source>%1, place %2</source>
        <translation>%1, Platz %2</translation>
    </message>
    <message>
        <source>Not among the 64 that came next in any other head.</source>
        <translation>In keinem anderen Kopf unter den 64, die als nächste kamen.</translation>
    </message>
    <message>
        <source>Not among the 64 that came next in any head.</source>
        <translation>In keinem Kopf unter den 64, die als nächste kamen.</translation>
    </message>
</context>
<context>
    <name>cairn::NeedleGrid</name>
    <message>
        <source>Needles by depth and length</source>
        <translation>Nadeln nach Tiefe und Länge</translation>
    </message>
    <message>
        <source>Depth %1 %, %2 blocks: not asked</source>
        <translation>Tiefe %1 %, %2 Blöcke: nicht gefragt</translation>
    </message>
    <message numerus="yes">
        <source>Depth %1 %, %2 blocks: %3 of %n answered</source>
        <translation>
            <numerusform>Tiefe %1 %, %2 Blöcke: %3 von %n beantwortet</numerusform>
            <numerusform>Tiefe %1 %, %2 Blöcke: %3 von %n beantwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 retrieved and not used</source>
        <translation>, %1 abgerufen, aber nicht verwendet</translation>
    </message>
    <message>
        <source>, %1 not retrieved</source>
        <translation>, %1 nicht abgerufen</translation>
    </message>
    <message>
        <source>, mean rank %1</source>
        <translation>, mittlerer Rang %1</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>retrieved, not used</source>
        <translation>abgerufen, nicht verwendet</translation>
    </message>
    <message>
        <source>not retrieved</source>
        <translation>nicht abgerufen</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>depth of the needle × blocks of the text; number: mean rank</source>
        <translation>Tiefe der Nadel × Blöcke des Textes; Zahl: mittlerer Rang</translation>
    </message>
    <message>
        <source>, no rank: its block was not scored</source>
        <translation>, kein Rang: Sein Block wurde nicht bewertet</translation>
    </message>
</context>
<context>
    <name>cairn::NeedleView</name>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>retrieved, not used</source>
        <translation>abgerufen, nicht verwendet</translation>
    </message>
    <message>
        <source>not retrieved</source>
        <translation>nicht abgerufen</translation>
    </message>
    <message>
        <source>Needle grid</source>
        <translation>Nadeltest</translation>
    </message>
    <message>
        <source>A sentence was hidden at several depths of texts of several lengths, then asked for. A failure is either that its block was not opened, or that it was opened and the answer did not use it.</source>
        <translation>Ein Satz wurde in verschiedenen Tiefen verschieden langer Texte versteckt, dann wurde danach gefragt. Ein Fehlschlag heißt, dass sein Block nicht geöffnet wurde, oder dass er geöffnet wurde und die Antwort ihn nicht verwendete.</translation>
    </message>
    <message>
        <source>Example: hatched cells in the middle of long texts mean that retrieval loses what stands there.</source>
        <translation>Beispiel: Schraffierte Zellen in der Mitte langer Texte heißen, dass das Abrufen verliert, was dort steht.</translation>
    </message>
    <message>
        <source>No results of a needle test are loaded.</source>
        <translation>Es sind keine Ergebnisse eines Nadeltests geladen.</translation>
    </message>
    <message>
        <source>Open a result file</source>
        <translation>Ergebnisdatei öffnen</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Retrieved, not used</source>
        <translation>Abgerufen, nicht benutzt</translation>
    </message>
    <message>
        <source>Not retrieved</source>
        <translation>Nicht abgerufen</translation>
    </message>
    <message>
        <source>Mean rank</source>
        <translation>Mittlerer Rang</translation>
    </message>
</context>
<context>
    <name>cairn::NoteBook</name>
    <message>
        <source>Add a bookmark</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Change the note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>Delete the note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Pin the passage</source>
        <translation>Stelle anheften</translation>
    </message>
    <message>
        <source>Bar the passage</source>
        <translation>Stelle sperren</translation>
    </message>
    <message>
        <source>Remove the highlight</source>
        <translation>Markierung entfernen</translation>
    </message>
    <message>
        <source>No longer pin this passage</source>
        <translation>Stelle nicht mehr anheften</translation>
    </message>
    <message>
        <source>No longer bar this passage</source>
        <translation>Stelle nicht mehr sperren</translation>
    </message>
    <message>
        <source>Delete the bookmark</source>
        <translation>Lesezeichen löschen</translation>
    </message>
</context>
<context>
    <name>cairn::NotesModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>cairn::OpenedByPlot</name>
    <message>
        <source>Opened by: layer and head</source>
        <translation>Geöffnet von: Schicht und Kopf</translation>
    </message>
    <message numerus="yes">
        <source>Opened by %1 of %n head(s), largest gate %2</source>
        <translation>
            <numerusform>Von %1 von %n Kopf geöffnet, größtes Gate %2</numerusform>
            <numerusform>Von %1 von %n Köpfen geöffnet, größtes Gate %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: gate %2</source>
        <translation>%1: Gate %2</translation>
    </message>
    <message>
        <source>%1 did not open this block</source>
        <translation>%1 hat diesen Block nicht geöffnet</translation>
    </message>
</context>
<context>
    <name>cairn::PageThumbnails</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>cairn::PdfDocView</name>
    <message>
        <source>Document pages</source>
        <translation>Seiten des Dokuments</translation>
    </message>
    <message>
        <source>Opening the pages…</source>
        <translation>Seiten werden geöffnet …</translation>
    </message>
    <message>
        <source>This page could not be drawn.</source>
        <translation>Diese Seite konnte nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>Go to page %1</source>
        <translation>Zu Seite %1 gehen</translation>
    </message>
    <message>
        <source>Link: %1</source>
        <translation>Verweis: %1</translation>
    </message>
    <message>
        <source>Link “%1”: %2</source>
        <translation>Verweis „%1“: %2</translation>
    </message>
</context>
<context>
    <name>cairn::Plot</name>
    <message>
        <source>gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>memory share</source>
        <translation>Gedächtnisanteil</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>per token and head</source>
        <translation>je Token und Kopf</translation>
    </message>
    <message>
        <source>per token and group</source>
        <translation>je Token und Gruppe</translation>
    </message>
    <message>
        <source>shared by all heads</source>
        <translation>für alle Köpfe gemeinsam</translation>
    </message>
    <message>
        <source>shared by all tokens</source>
        <translation>für alle Token gemeinsam</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n Köpfe</numerusform>
            <numerusform>%n Köpfe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)</source>
        <translation>
            <numerusform>%n Satz</numerusform>
            <numerusform>%n Sätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paragraph(s)</source>
        <translation>
            <numerusform>%n Absatz</numerusform>
            <numerusform>%n Absätze</numerusform>
        </translation>
    </message>
    <message>
        <source>local window</source>
        <translation>nahe Umgebung</translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s) and local window</source>
        <translation>
            <numerusform>%n Senkenblock und nahe Umgebung</numerusform>
            <numerusform>%n Senkenblöcke und nahe Umgebung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sink block(s)</source>
        <translation>
            <numerusform>%n Senkenblock</numerusform>
            <numerusform>%n Senkenblöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>The answer is being written. What it opens shows here with its first words.</source>
        <translation>Die Antwort wird geschrieben. Was sie öffnet, erscheint hier mit ihren ersten Wörtern.</translation>
    </message>
    <message>
        <source>Ask a question to see which blocks were opened.</source>
        <translation>Stellen Sie eine Frage, um zu sehen, welche Blöcke geöffnet wurden.</translation>
    </message>
    <message>
        <source>This answer is withheld, and what it opened with it. “Show anyway” below the answer shows both.</source>
        <translation>Diese Antwort wird zurückgehalten und mit ihr, was sie geöffnet hat. „Trotzdem zeigen“ unter der Antwort zeigt beides.</translation>
    </message>
    <message>
        <source>This answer has no stored trace.</source>
        <translation>Zu dieser Antwort ist keine Spur gespeichert.</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
    <message>
        <source>%1, renormalised</source>
        <translation>%1, renormiert</translation>
    </message>
    <message>
        <source>This answer joins those of the chapters. What each of them opened is shown with its own answer: choose one in the list of answers.</source>
        <translation>Diese Antwort fasst die der Kapitel zusammen. Was jede davon öffnete, steht bei ihrer eigenen Antwort: Wählen Sie eine in der Liste der Antworten.</translation>
    </message>
    <message>
        <source>The record of the blocks that this answer opened is damaged.</source>
        <translation>Die Aufzeichnung der Blöcke, die diese Antwort öffnete, ist beschädigt.</translation>
    </message>
</context>
<context>
    <name>cairn::PlotPanel</name>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>PNG, double size</source>
        <translation>PNG, doppelte Größe</translation>
    </message>
    <message>
        <source>PNG, 300 dpi</source>
        <translation>PNG, 300 dpi</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>NPY</source>
        <translation>NPY</translation>
    </message>
    <message>
        <source>What this plot shows</source>
        <translation>Was dieses Diagramm zeigt</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Export this plot</source>
        <translation>Dieses Diagramm exportieren</translation>
    </message>
    <message>
        <source>Maximise this panel</source>
        <translation>Diese Ansicht maximieren</translation>
    </message>
    <message>
        <source>Weights show where the model looked. Use Remove and re-score to test influence.</source>
        <translation>Gewichte zeigen, wohin das Modell sah. Ob es darauf ankam, prüft „Entfernen und neu bewerten“.</translation>
    </message>
    <message>
        <source>%1 as table</source>
        <translation>%1 als Tabelle</translation>
    </message>
    <message>
        <source>Restore this panel</source>
        <translation>Diese Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>Show as plot</source>
        <translation>Als Diagramm zeigen</translation>
    </message>
</context>
<context>
    <name>cairn::PlotTable</name>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>%L1 strongest of %L2</source>
        <translation>%L1 stärkste von %L2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more column(s) where it is wider</source>
        <translation>
            <numerusform>%Ln weitere Spalte, wo mehr Platz ist</numerusform>
            <numerusform>%Ln weitere Spalten, wo mehr Platz ist</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RankPlot</name>
    <message>
        <source>Rank over the answer</source>
        <translation>Rang im Lauf der Antwort</translation>
    </message>
    <message numerus="yes">
        <source>Opened for %1 of %n word(s), first for %2</source>
        <translation>
            <numerusform>Für %1 von %n Wort geöffnet, zuerst für %2</numerusform>
            <numerusform>Für %1 von %n Wörtern geöffnet, zuerst für %2</numerusform>
        </translation>
    </message>
    <message>
        <source>word 0</source>
        <translation>Wort 0</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>word %1 “%2”: rank %3</source>
        <translation>Wort %1 „%2“: Rang %3</translation>
    </message>
    <message>
        <source>word %1 “%2”: not opened</source>
        <translation>Wort %1 „%2“: nicht geöffnet</translation>
    </message>
</context>
<context>
    <name>cairn::ReaderArea</name>
    <message>
        <source>Open documents</source>
        <translation>Geöffnete Dokumente</translation>
    </message>
    <message>
        <source>No document is open here. Choose one on the left.</source>
        <translation>Hier ist kein Dokument offen. Wählen Sie links eines aus.</translation>
    </message>
    <message>
        <source>Open the last one again</source>
        <translation>Das letzte wieder öffnen</translation>
    </message>
    <message>
        <source>No document is open.</source>
        <translation>Kein Dokument ist offen.</translation>
    </message>
</context>
<context>
    <name>cairn::ReaderHeader</name>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Page as printed, or text</source>
        <translation>Seite wie gedruckt oder Text</translation>
    </message>
    <message>
        <source>Heat on words</source>
        <translation>Wärme auf Wörtern</translation>
    </message>
    <message>
        <source>Only relevant pages</source>
        <translation>Nur wichtige Seiten</translation>
    </message>
    <message>
        <source>Ask a question to see which words were looked at.</source>
        <translation>Stellen Sie eine Frage, um zu sehen, welche Wörter angesehen wurden.</translation>
    </message>
</context>
<context>
    <name>cairn::ReadingBar</name>
    <message>
        <source>Read part of the document</source>
        <translation>Gelesener Teil des Dokuments</translation>
    </message>
    <message>
        <source>Read on</source>
        <translation>Weiterlesen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>What is read stays.</source>
        <translation>Was gelesen ist, bleibt.</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen ...</translation>
    </message>
    <message>
        <source>The session moves there, with text, answers and memory.</source>
        <translation>Die Sitzung zieht dorthin um, mit Text, Antworten und Gedächtnis.</translation>
    </message>
    <message>
        <source>Discard memories…</source>
        <translation>Gedächtnisse verwerfen …</translation>
    </message>
</context>
<context>
    <name>cairn::RecentDelegate</name>
    <message>
        <source>Today, %1</source>
        <translation>Heute, %1</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>%1 % read</source>
        <translation>%1 % gelesen</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>Name der Sitzung</translation>
    </message>
    <message>
        <source>No memory here</source>
        <translation>Kein Gedächtnis hier</translation>
    </message>
</context>
<context>
    <name>cairn::RecentModel</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n Dokument</numerusform>
            <numerusform>%n Dokumente</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::RemarksDialog</name>
    <message>
        <source>Remarks on the document</source>
        <translation>Anmerkungen zum Dokument</translation>
    </message>
    <message>
        <source>Remarks; Enter goes to the page</source>
        <translation>Anmerkungen; Eingabe führt zur Seite</translation>
    </message>
    <message>
        <source>p. %1</source>
        <translation>S. %1</translation>
    </message>
</context>
<context>
    <name>cairn::RemovalModel</name>
    <message>
        <source>The scores don&apos;t belong to this answer.</source>
        <translation>Die Bewertung gehört nicht zu dieser Antwort.</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Deep</source>
        <translation>Tief</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht geprüft</translation>
    </message>
</context>
<context>
    <name>cairn::RemovalView</name>
    <message>
        <source>Removal test</source>
        <translation>Weglasstest</translation>
    </message>
    <message>
        <source>The same words are scored again while one block is barred. A positive effect means that the words became less likely without the block: it helped them.</source>
        <translation>Dieselben Wörter werden neu bewertet, während ein Block gesperrt ist. Eine positive Wirkung heißt, dass die Wörter ohne den Block unwahrscheinlicher wurden: Er half ihnen.</translation>
    </message>
    <message>
        <source>Example: +1.8 means that the words together are about six times less likely without it.</source>
        <translation>Beispiel: +1,8 heißt, dass die Wörter zusammen ohne ihn etwa sechsmal unwahrscheinlicher sind.</translation>
    </message>
    <message>
        <source>The same words are scored again with one block barred; no position moves. Later blocks have read it and still carry a part.</source>
        <translation>Dieselben Wörter werden mit einem gesperrten Block neu bewertet; keine Stelle verschiebt sich. Spätere Blöcke haben ihn gelesen und tragen noch einen Teil davon.</translation>
    </message>
    <message>
        <source>Blocks and the effect of removing them</source>
        <translation>Blöcke und die Wirkung ihres Entfernens</translation>
    </message>
    <message>
        <source>Remove and re-score</source>
        <translation>Entfernen und neu bewerten</translation>
    </message>
    <message>
        <source>Blocks scored</source>
        <translation>Bewertete Blöcke</translation>
    </message>
    <message>
        <source>Positive: the block helped these words. Log-probability is summed over the selected tokens.</source>
        <translation>Positiv: Der Block half diesen Wörtern. Die Log-Wahrscheinlichkeit ist über die gewählten Token summiert.</translation>
    </message>
    <message>
        <source>Remove this</source>
        <translation>Diesen entfernen</translation>
    </message>
    <message>
        <source>Bar the chosen block and answer again</source>
        <translation>Gewählten Block sperren und neu antworten</translation>
    </message>
    <message>
        <source>Keep only these</source>
        <translation>Nur diese behalten</translation>
    </message>
    <message>
        <source>Answer again with the blocks of the list alone</source>
        <translation>Allein aus den Blöcken der Liste neu antworten</translation>
    </message>
    <message>
        <source>Ask a question, then test which blocks its answer needs.</source>
        <translation>Stellen Sie eine Frage und prüfen Sie dann, welche Blöcke die Antwort braucht.</translation>
    </message>
    <message>
        <source>Answered again %1</source>
        <translation>Neu beantwortet %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n block(s)</source>
        <translation>
            <numerusform>%1 von %n Block</numerusform>
            <numerusform>%1 von %n Blöcken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) tested</source>
        <translation>
            <numerusform>%n Block geprüft</numerusform>
            <numerusform>%n Blöcke geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n s left</source>
        <translation>
            <numerusform>, noch %n s</numerusform>
            <numerusform>, noch %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>: about %1 s per block, %n s in all</source>
        <translation>
            <numerusform>: etwa %1 s je Block, insgesamt %n s</numerusform>
            <numerusform>: etwa %1 s je Block, insgesamt %n s</numerusform>
        </translation>
    </message>
    <message>
        <source>Log-probability per token</source>
        <translation>Log-Wahrscheinlichkeit je Token</translation>
    </message>
    <message>
        <source>Log-probability per token: ○ before, ● without block %1</source>
        <translation>Log-Wahrscheinlichkeit je Token: ○ vorher, ● ohne Block %1</translation>
    </message>
    <message>
        <source>Choose the cited ones</source>
        <translation>Zitierte auswählen</translation>
    </message>
    <message>
        <source>Selects the blocks that the chosen words cite, to be removed together</source>
        <translation>Wählt die Blöcke aus, die die gewählten Wörter zitieren, um sie zusammen zu entfernen</translation>
    </message>
    <message>
        <source>tested deeply</source>
        <translation>tief geprüft</translation>
    </message>
    <message>
        <source>%1 removed deeply</source>
        <translation>%1 tief entfernt</translation>
    </message>
    <message>
        <source>%1 barred, %2 deep</source>
        <translation>%1 gesperrt, %2 tief</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>All of these blocks are tested</source>
        <translation>Alle diese Blöcke sind geprüft</translation>
    </message>
    <message>
        <source>There is no block to test</source>
        <translation>Es gibt keinen Block zum Prüfen</translation>
    </message>
    <message>
        <source>Choose a block in the table first</source>
        <translation>Wählen Sie zuerst einen Block in der Tabelle</translation>
    </message>
</context>
<context>
    <name>cairn::RulerView</name>
    <message>
        <source>Evidence along the document</source>
        <translation>Belege entlang des Dokuments</translation>
    </message>
    <message>
        <source>%1 % in sight from %2 %</source>
        <translation>%1 % zu sehen, ab %2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n cited place(s)</source>
        <translation>
            <numerusform>%n Fundstelle</numerusform>
            <numerusform>%n Fundstellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>read up to %1 %</source>
        <translation>gelesen bis %1 %</translation>
    </message>
</context>
<context>
    <name>cairn::SelectionHub</name>
    <message>
        <source>The answer is still being written. Wait for its end, or stop it.</source>
        <translation>Die Antwort wird noch geschrieben. Warten Sie auf ihr Ende, oder halten Sie sie an.</translation>
    </message>
</context>
<context>
    <name>cairn::Settings</name>
    <message>
        <source>k %1</source>
        <translation>k %1</translation>
    </message>
    <message>
        <source>exact attention</source>
        <translation>exakte Aufmerksamkeit</translation>
    </message>
    <message>
        <source>grouped attention</source>
        <translation>gruppierte Aufmerksamkeit</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation>
            <numerusform>%n Kopf aus</numerusform>
            <numerusform>%n Köpfe aus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) barred</source>
        <translation>
            <numerusform>%n Block gesperrt</numerusform>
            <numerusform>%n Blöcke gesperrt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) pinned</source>
        <translation>
            <numerusform>%n Block angeheftet</numerusform>
            <numerusform>%n Blöcke angeheftet</numerusform>
        </translation>
    </message>
    <message>
        <source>the best groups compared</source>
        <translation>die besten Gruppen verglichen</translation>
    </message>
    <message>
        <source>all passages compared</source>
        <translation>alle Stellen verglichen</translation>
    </message>
    <message>
        <source>deep trace</source>
        <translation>tiefe Spur</translation>
    </message>
    <message>
        <source>without “%1”</source>
        <translation>ohne „%1“</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n block(s) barred</source>
        <translation>
            <numerusform>%1 von %n Block gesperrt</numerusform>
            <numerusform>%1 von %n Blöcken gesperrt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) pinned, the best %1 are opened</source>
        <translation>
            <numerusform>%n Block angeheftet, die besten %1 werden geöffnet</numerusform>
            <numerusform>%n Blöcke angeheftet, die besten %1 werden geöffnet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::SettingsDialog</name>
    <message>
        <source>The model that comes with Cairn</source>
        <translation>Das Modell, das mit Cairn kommt</translation>
    </message>
    <message>
        <source>%1 (cannot be used)</source>
        <translation>%1 (nicht verwendbar)</translation>
    </message>
    <message>
        <source>In use: %1, %2.</source>
        <translation>In Gebrauch: %1, %2.</translation>
    </message>
    <message>
        <source>Licence of the model: %1.</source>
        <translation>Lizenz des Modells: %1.</translation>
    </message>
    <message>
        <source>In use: %1. %2</source>
        <translation>In Gebrauch: %1. %2</translation>
    </message>
    <message>
        <source>Automatic (%1)</source>
        <translation>Automatisch (%1)</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Page images, may be deleted: %1</source>
        <translation>Seitenbilder, dürfen gelöscht werden: %1</translation>
    </message>
    <message>
        <source>These settings: %1</source>
        <translation>Diese Einstellungen: %1</translation>
    </message>
    <message>
        <source>Everything stays on this computer: no connection, telemetry or update check.</source>
        <translation>Alles bleibt auf diesem Rechner: keine Verbindung, keine Telemetrie, keine Suche nach Updates.</translation>
    </message>
    <message>
        <source>Documents are copied as text into their session; your files are never changed. Questions, answers and notes are kept in the session’s folder and nowhere else. Pictures and fonts that a document names on the network are not fetched. Pages are drawn and files are taken apart by a separate process that can open nothing else. The log holds numbers and error codes, never words of your documents.</source>
        <translation>Dokumente werden als Text in ihre Sitzung kopiert; Ihre Dateien werden nie verändert. Fragen, Antworten und Notizen liegen im Ordner der Sitzung und nirgends sonst. Bilder und Schriften, die ein Dokument im Netz nennt, werden nicht geholt. Seiten zeichnet und Dateien zerlegt ein eigener Prozess, der nichts anderes öffnen kann. Das Protokoll enthält Zahlen und Fehlercodes, nie Wörter Ihrer Dokumente.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Numbers of the memory</source>
        <translation>Genauigkeit des Gedächtnisses</translation>
    </message>
    <message>
        <source>Memory budget</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Engine command</source>
        <translation>Befehl des Rechenprozesses</translation>
    </message>
    <message>
        <source>Another command to start the engine with, for example on another computer: ssh gpu cairn-engine</source>
        <translation>Ein anderer Befehl, der den Rechenprozess startet, etwa auf einem anderen Rechner: ssh gpu cairn-engine</translation>
    </message>
    <message>
        <source>Another model, other numbers: documents are read again with them when they are opened next. The engine restarts by itself.</source>
        <translation>Anderes Modell, andere Genauigkeit: Dokumente werden damit neu gelesen, wenn sie das nächste Mal geöffnet werden. Der Rechenprozess startet von selbst neu.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>The system’s font</source>
        <translation>Schrift des Systems</translation>
    </message>
    <message>
        <source>The system’s</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>Tasten ändern …</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>8 bit: half the room</source>
        <translation>8 Bit: halber Platz</translation>
    </message>
    <message>
        <source>16 bit: closest to the model</source>
        <translation>16 Bit: am nächsten am Modell</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Starts by itself</source>
        <translation>Beginnt von selbst</translation>
    </message>
    <message>
        <source>When it takes at most 10 minutes and a tenth of the free space; else Cairn asks first.</source>
        <translation>Wenn es höchstens 10 Minuten und ein Zehntel des freien Platzes braucht; sonst fragt Cairn zuerst.</translation>
    </message>
    <message>
        <source>Font of the text</source>
        <translation>Schrift des Textes</translation>
    </message>
    <message>
        <source>The system’s book font</source>
        <translation>Buchschrift des Systems</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>Größe des Textes</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Back-links</source>
        <translation>Rückverweise</translation>
    </message>
    <message>
        <source>Keep what passages lean on</source>
        <translation>Behalten, worauf sich Stellen stützen</translation>
    </message>
    <message>
        <source>Of documents that are read from now on. A passage may look farther back then; reading is slower.</source>
        <translation>Von Dokumenten, die ab jetzt gelesen werden. Eine Stelle kann dann weiter zurückblicken; das Lesen ist langsamer.</translation>
    </message>
    <message>
        <source>Long memories</source>
        <translation>Sehr lange Texte</translation>
    </message>
    <message>
        <source>Compare groups of passages first</source>
        <translation>Zuerst Gruppen von Stellen vergleichen</translation>
    </message>
    <message>
        <source>Of documents that are read from now on. Answers come faster from millions of words; a passage may be overlooked there that would be found otherwise. Shorter sessions stay as they are.</source>
        <translation>Von Dokumenten, die ab jetzt gelesen werden. Antworten aus Millionen Wörtern kommen schneller; dort kann eine Stelle übersehen werden, die sonst gefunden würde. Kürzere Sitzungen bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>All memories take %1 now. Beyond the limit Cairn asks which ones to discard; it never discards one by itself.</source>
        <translation>Alle Gedächtnisse belegen jetzt %1. Über der Grenze fragt Cairn, welche verworfen werden sollen; von selbst verwirft es keines.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>Discard memories…</source>
        <translation>Gedächtnisse verwerfen …</translation>
    </message>
    <message>
        <source>Memories, at most</source>
        <translation>Gedächtnisse, höchstens</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Reduced: nothing blinks</source>
        <translation>Verringert: nichts blinkt</translation>
    </message>
    <message>
        <source>Cited words</source>
        <translation>Zitierte Wörter</translation>
    </message>
    <message>
        <source>Mark them for two seconds only</source>
        <translation>Nur zwei Sekunden lang hervorheben</translation>
    </message>
    <message>
        <source>Untick the system’s font first.</source>
        <translation>Entfernen Sie zuerst den Haken bei der Schrift des Systems.</translation>
    </message>
    <message>
        <source>Colours of plots</source>
        <translation>Farben der Diagramme</translation>
    </message>
    <message>
        <source>Each can be told apart by its lightness alone: in print, in grey, with colour-blind eyes.</source>
        <translation>Jede Folge ist schon an der Helligkeit zu lesen: gedruckt, in Grau, mit farbenblinden Augen.</translation>
    </message>
    <message>
        <source>Cividis: blue to yellow</source>
        <translation>Cividis: Blau bis Gelb</translation>
    </message>
    <message>
        <source>Viridis: violet, green, yellow</source>
        <translation>Viridis: Violett, Grün, Gelb</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Light, high contrast</source>
        <translation>Hell, hoher Kontrast</translation>
    </message>
    <message>
        <source>Dark, high contrast</source>
        <translation>Dunkel, hoher Kontrast</translation>
    </message>
    <message>
        <source>How much of a memory’s blocks is kept in the computer’s main memory; the others come from the disk when they are opened, which is slower. Automatic: half of what is free, at most 4 GiB.</source>
        <translation>Wie viel von den Blöcken eines Gedächtnisses im Hauptspeicher bleibt; die anderen kommen vom Datenträger, wenn sie geöffnet werden, was langsamer ist. Automatisch: die Hälfte des freien Hauptspeichers, höchstens 4 GiB.</translation>
    </message>
</context>
<context>
    <name>cairn::SettingsPresenter</name>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a folder with a model</source>
        <translation>Einen Ordner mit einem Modell wählen</translation>
    </message>
    <message>
        <source>There is no model in %1: neither a .gguf file nor a folder with a config.json.</source>
        <translation>In %1 ist kein Modell: weder eine .gguf-Datei noch ein Ordner mit config.json.</translation>
    </message>
    <message>
        <source>The open session uses the model that it was read with, %1.</source>
        <translation>Die offene Sitzung benutzt das Modell, mit dem sie gelesen wurde: %1.</translation>
    </message>
    <message>
        <source>The open session uses the numbers that it was read with.</source>
        <translation>Die offene Sitzung benutzt die Genauigkeit, mit der sie gelesen wurde.</translation>
    </message>
    <message>
        <source>The open session was read with another model, %1. It can be read again, or use that one.</source>
        <translation>Die offene Sitzung wurde mit einem anderen Modell gelesen: %1. Sie kann neu gelesen werden oder jenes benutzen.</translation>
    </message>
    <message>
        <source>The open session was read with another model, %1, which is not there any more. It can be read again.</source>
        <translation>Die offene Sitzung wurde mit einem anderen Modell gelesen, %1, das nicht mehr da ist. Sie kann neu gelesen werden.</translation>
    </message>
    <message>
        <source>This model can&apos;t be used: %1</source>
        <translation>Dieses Modell lässt sich nicht verwenden: %1</translation>
    </message>
</context>
<context>
    <name>cairn::SharePlot</name>
    <message>
        <source>Memory and local share per word</source>
        <translation>Anteil von Gedächtnis und Umgebung je Wort</translation>
    </message>
    <message numerus="yes">
        <source>Mean memory share %1 over %n word(s)</source>
        <translation>
            <numerusform>Mittlerer Gedächtnisanteil %1 über %n Wort</numerusform>
            <numerusform>Mittlerer Gedächtnisanteil %1 über %n Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>local</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>word %1 “%2”: memory %3, local %4</source>
        <translation>Wort %1 „%2“: Gedächtnis %3, Umgebung %4</translation>
    </message>
</context>
<context>
    <name>cairn::ShortcutModel</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>cairn::ShortcutSheet</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>Aktion oder Taste suchen</translation>
    </message>
    <message>
        <source>Keys of all actions</source>
        <translation>Tasten aller Aktionen</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation>Diese Tasten verwenden</translation>
    </message>
    <message>
        <source>Default keys</source>
        <translation>Vorgegebene Tasten</translation>
    </message>
    <message>
        <source>Choose an action to change its keys.</source>
        <translation>Wählen Sie eine Aktion, um ihre Tasten zu ändern.</translation>
    </message>
    <message>
        <source>%1 is the key of “%2”. Choose another one, or change that one first.</source>
        <translation>%1 gehört schon zu „%2“. Wählen Sie andere Tasten, oder ändern Sie zuerst jene.</translation>
    </message>
    <message>
        <source>Changed.</source>
        <translation>Geändert.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>It has no default keys.</source>
        <translation>Sie hat keine vorgegebenen Tasten.</translation>
    </message>
    <message>
        <source>%1 means “%2” (%3). Choose another one.</source>
        <translation>%1 bedeutet „%2“ (%3). Wählen Sie andere Tasten.</translation>
    </message>
</context>
<context>
    <name>cairn::SidePanel</name>
    <message>
        <source>Library and session</source>
        <translation>Bibliothek und Sitzung</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Session: %1</source>
        <translation>Sitzung: %1</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>evidence, page</source>
        <translation>Belege, Seite</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Documents of the session</source>
        <translation>Dokumente der Sitzung</translation>
    </message>
    <message>
        <source>Found in the library</source>
        <translation>In der Bibliothek gefunden</translation>
    </message>
    <message>
        <source>This document has no headings.</source>
        <translation>Dieses Dokument hat keine Überschriften.</translation>
    </message>
    <message>
        <source>No documents yet. Books and papers that you open are listed here.</source>
        <translation>Noch keine Dokumente. Bücher und Aufsätze, die Sie öffnen, stehen hier.</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht …</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s) found</source>
        <translation>
            <numerusform>%Ln Stelle gefunden</numerusform>
            <numerusform>%Ln Stellen gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Sinn</translation>
    </message>
    <message>
        <source>Search by</source>
        <translation>Suchen nach</translation>
    </message>
    <message>
        <source>Words finds these words. Meaning lets the model find passages about them in all sessions it has read.</source>
        <translation>„Wörter“ findet diese Wörter. „Sinn“ lässt das Modell in allen Sitzungen, die es gelesen hat, Stellen darüber finden.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message numerus="yes">
        <source>%Ln deleted answer(s)</source>
        <translation>
            <numerusform>%Ln gelöschte Antwort</numerusform>
            <numerusform>%Ln gelöschte Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Back to the session (Esc)</source>
        <translation>Zurück zur Sitzung (Esc)</translation>
    </message>
</context>
<context>
    <name>cairn::SidePresenter</name>
    <message>
        <source>This note is damaged.</source>
        <translation>Diese Notiz ist beschädigt.</translation>
    </message>
    <message>
        <source>This question is damaged.</source>
        <translation>Diese Frage ist beschädigt.</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose documents</source>
        <translation>Dokumente wählen</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Barred</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>%1 is not there any more. What was read of it works all the same.</source>
        <translation>%1 ist nicht mehr da. Was davon gelesen wurde, geht trotzdem.</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>%1 has changed since it was read. Answers come from its text as it was.</source>
        <translation>%1 hat sich seit dem Lesen geändert. Antworten kommen aus dem Text, wie er war.</translation>
    </message>
    <message>
        <source>Another window has read this much of it.</source>
        <translation>Ein anderes Fenster hat so viel davon gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of more than %n hit(s)</source>
        <translation>
            <numerusform>%1 von mehr als %n Treffer</numerusform>
            <numerusform>%1 von mehr als %n Treffern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n hit(s)</source>
        <translation>
            <numerusform>%1 von %n Treffer</numerusform>
            <numerusform>%1 von %n Treffern</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::StartPage</name>
    <message>
        <source>Reads long documents, answers questions about them, and shows which words it looked at.</source>
        <translation>Liest lange Dokumente, beantwortet Fragen dazu und zeigt, welche Wörter es angesehen hat.</translation>
    </message>
    <message>
        <source>Everything stays on this computer: no connection, telemetry or update check.</source>
        <translation>Alles bleibt auf diesem Rechner: keine Verbindung, keine Telemetrie, keine Suche nach Updates.</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>Verschieben …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>%n deleted session(s)</source>
        <translation>
            <numerusform>%n gelöschte Sitzung</numerusform>
            <numerusform>%n gelöschte Sitzungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Take off this list</source>
        <translation>Aus dieser Liste nehmen</translation>
    </message>
    <message>
        <source>Discard memories…</source>
        <translation>Gedächtnisse verwerfen …</translation>
    </message>
    <message>
        <source>%1, memories %2 of at most %3</source>
        <translation>%1, Gedächtnisse %2 von höchstens %3</translation>
    </message>
    <message>
        <source>%1, memories %2, no limit set</source>
        <translation>%1, Gedächtnisse %2, ohne Grenze</translation>
    </message>
    <message>
        <source>Kept for 30 days</source>
        <translation>30 Tage lang aufbewahrt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen ...</translation>
    </message>
    <message>
        <source>Delete all for good, %1…</source>
        <translation>Alle endgültig löschen, %1 ...</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n session(s), %1, for good? They can&apos;t be put back then.</source>
        <translation>
            <numerusform>%n Sitzung, %1, endgültig löschen? Sie lässt sich dann nicht zurückholen.</numerusform>
            <numerusform>%n Sitzungen, %1, endgültig löschen? Sie lassen sich dann nicht zurückholen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete “%1”, %2, for good? It can&apos;t be put back then.</source>
        <translation>„%1“, %2, endgültig löschen? Sie lässt sich dann nicht zurückholen.</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>cairn::StatusLine</name>
    <message>
        <source>Every question, answer, note and place is saved by itself.</source>
        <translation>Jede Frage, Antwort, Notiz und Lesestelle wird von selbst gespeichert.</translation>
    </message>
    <message>
        <source>Read part of the document</source>
        <translation>Gelesener Teil des Dokuments</translation>
    </message>
    <message>
        <source>Everything stays on this computer</source>
        <translation>Alles bleibt auf diesem Rechner</translation>
    </message>
    <message>
        <source>No connection, telemetry or update check.</source>
        <translation>Keine Verbindung, keine Telemetrie, keine Suche nach Updates.</translation>
    </message>
</context>
<context>
    <name>cairn::StatusPresenter</name>
    <message>
        <source>%1, short of memory</source>
        <translation>%1, Speicher knapp</translation>
    </message>
    <message>
        <source>Memory ran out; the engine goes on with %1 tokens at a time, which is slower.</source>
        <translation>Der Speicher ging aus; der Rechenprozess rechnet mit %1 Token auf einmal weiter, das ist langsamer.</translation>
    </message>
    <message>
        <source>Memory ran out; the engine keeps at most %1 MiB of blocks at hand, which is slower.</source>
        <translation>Der Speicher ging aus; der Rechenprozess behält höchstens %1 MiB an Blöcken zur Hand, das ist langsamer.</translation>
    </message>
    <message>
        <source>Memory ran out; the engine saves %1 MiB of blocks at a time, which is slower.</source>
        <translation>Der Speicher ging aus; der Rechenprozess speichert %1 MiB an Blöcken auf einmal, das ist langsamer.</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Speichert …</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert %1</translation>
    </message>
    <message>
        <source>Not saved: the disk is full</source>
        <translation>Nicht gespeichert: Die Platte ist voll</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Reading paused for the answer, %1 %</source>
        <translation>Lesen ruht für die Antwort, %1 %</translation>
    </message>
    <message>
        <source>Reading %1 %, %2 left</source>
        <translation>Liest, %1 %, noch %2</translation>
    </message>
    <message>
        <source>Reading %1 %</source>
        <translation>Liest, %1 %</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Modell wird geladen</translation>
    </message>
    <message>
        <source>The engine is not responding</source>
        <translation>Der Rechenprozess antwortet nicht</translation>
    </message>
    <message>
        <source>The engine is starting again</source>
        <translation>Der Rechenprozess startet neu</translation>
    </message>
    <message>
        <source>The engine has stopped</source>
        <translation>Der Rechenprozess ist beendet</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1
%2 layers, %3 heads, blocks of %4 tokens
Licence: %5</source>
        <translation>%1
%2 Schichten, %3 Köpfe, Blöcke aus %4 Token
Lizenz: %5</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>The model is being loaded</source>
        <translation>Das Modell wird geladen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Reading stopped.</source>
        <translation>Das Lesen wurde beendet.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Start the engine again</source>
        <translation>Rechenprozess neu starten</translation>
    </message>
    <message>
        <source>Use the old model</source>
        <translation>Das alte Modell verwenden</translation>
    </message>
    <message>
        <source>Use the old numbers</source>
        <translation>Die alte Genauigkeit verwenden</translation>
    </message>
    <message>
        <source>It was read with %1.</source>
        <translation>Gelesen wurde sie mit %1.</translation>
    </message>
    <message>
        <source>The model that it was read with is not there any more: %1.</source>
        <translation>Das Modell, mit dem sie gelesen wurde, ist nicht mehr da: %1.</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen ...</translation>
    </message>
    <message>
        <source>Choose the device…</source>
        <translation>Gerät wählen ...</translation>
    </message>
    <message>
        <source>Reading stopped: the disk was full. What was saved before is safe.</source>
        <translation>Das Lesen wurde angehalten: Der Datenträger war voll. Was davor gesichert wurde, ist sicher.</translation>
    </message>
    <message>
        <source>Read on</source>
        <translation>Weiterlesen</translation>
    </message>
    <message>
        <source>Engine on %1: the text is sent there</source>
        <translation>Rechenprozess auf %1: Der Text wird dorthin gesendet</translation>
    </message>
    <message>
        <source>Engine command %1: the text goes to it</source>
        <translation>Rechenbefehl %1: An ihn geht der Text</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen ...</translation>
    </message>
    <message>
        <source>%1 Text and answers are saved.</source>
        <translation>%1 Text und Antworten sind gespeichert.</translation>
    </message>
</context>
<context>
    <name>cairn::StepsView</name>
    <message>
        <source>It is read once</source>
        <translation>Einmal gelesen</translation>
    </message>
    <message>
        <source>Block by block, with the time left in view. The text can be read and searched at once.</source>
        <translation>Block für Block, mit der verbleibenden Zeit. Der Text kann sofort gelesen und durchsucht werden.</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>Sie fragen</translation>
    </message>
    <message>
        <source>The answer is written from the blocks the model opens, with numbered citations.</source>
        <translation>Die Antwort entsteht aus den Blöcken, die das Modell öffnet, mit nummerierten Fundstellen.</translation>
    </message>
    <message>
        <source>You check</source>
        <translation>Sie prüfen</translation>
    </message>
    <message>
        <source>A click on any answer word marks the exact words that were looked at.</source>
        <translation>Ein Klick auf ein Wort der Antwort markiert genau die Wörter, die angesehen wurden.</translation>
    </message>
</context>
<context>
    <name>cairn::StudyDock</name>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Answer %1: %2</source>
        <translation>Antwort %1: %2</translation>
    </message>
    <message>
        <source>Ask another question first</source>
        <translation>Stellen Sie zuerst eine weitere Frage</translation>
    </message>
    <message>
        <source>Unique blocks</source>
        <translation>Verschiedene Blöcke</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Removal</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The answer is still being written. Wait for its end, or stop it.</source>
        <translation>Die Antwort wird noch geschrieben. Warten Sie auf ihr Ende, oder halten Sie sie an.</translation>
    </message>
    <message>
        <source>Views of the answer</source>
        <translation>Ansichten der Antwort</translation>
    </message>
    <message>
        <source>Further views of the answer</source>
        <translation>Weitere Ansichten der Antwort</translation>
    </message>
    <message>
        <source>These words are in the memory no more: their document was removed.</source>
        <translation>Diese Wörter stehen nicht mehr im Gedächtnis: Ihr Dokument wurde entfernt.</translation>
    </message>
    <message>
        <source>Earlier answers</source>
        <translation>Frühere Antworten</translation>
    </message>
</context>
<context>
    <name>cairn::TextDocView</name>
    <message>
        <source>Document text</source>
        <translation>Text des Dokuments</translation>
    </message>
</context>
<context>
    <name>cairn::ThumbnailModel</name>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Evidence %1 % of the strongest page</source>
        <translation>Belege %1 % der stärksten Seite</translation>
    </message>
</context>
<context>
    <name>cairn::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Each row is a word of the answer, each column a block of the document; the stronger the colour, the more the model looked at the block while it wrote that word. Step through the words to see every view follow.</source>
        <translation>Jede Zeile ist ein Wort der Antwort, jede Spalte ein Block des Dokuments; je kräftiger die Farbe, desto mehr sah das Modell den Block an, während es das Wort schrieb. Gehen Sie durch die Wörter, und jede Ansicht folgt.</translation>
    </message>
    <message>
        <source>Example: a strong stripe over three rows means that three words in a row rest on the same passage.</source>
        <translation>Beispiel: Ein kräftiger Streifen über drei Zeilen heißt, dass drei Wörter hintereinander auf derselben Stelle ruhen.</translation>
    </message>
    <message>
        <source>One word back ([)</source>
        <translation>Ein Wort zurück ([)</translation>
    </message>
    <message>
        <source>One word on (])</source>
        <translation>Ein Wort weiter (])</translation>
    </message>
    <message>
        <source>Play the answer word by word (Space)</source>
        <translation>Antwort Wort für Wort abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>Word of the answer</source>
        <translation>Wort der Antwort</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>Anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>%1, %2 over %3</source>
        <translation>%1, %2 über %3</translation>
    </message>
    <message>
        <source>“%1”, block %2</source>
        <translation>„%1“, Block %2</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n Wort</numerusform>
            <numerusform>%n Wörter</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::TokenPlot</name>
    <message>
        <source>Log-probability per token, before and after</source>
        <translation>Log-Wahrscheinlichkeit je Token, vorher und nachher</translation>
    </message>
    <message>
        <source>“%1”: before %2</source>
        <translation>„%1“: vorher %2</translation>
    </message>
    <message>
        <source>, after %1</source>
        <translation>, nachher %1</translation>
    </message>
</context>
<context>
    <name>cairn::ToolBar</name>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Page label to go to</source>
        <translation>Seitenzahl, zu der gegangen wird</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>(%1 of %2)</source>
        <translation>(%1 von %2)</translation>
    </message>
</context>
<context>
    <name>cairn::UniqueBlocksView</name>
    <message>
        <source>Unique blocks</source>
        <translation>Verschiedene Blöcke</translation>
    </message>
    <message>
        <source>How many different blocks each layer opened for the selected words, and how many it opened in short windows of the answer. The line is the most that places allow.</source>
        <translation>Wie viele verschiedene Blöcke jede Schicht für die gewählten Wörter geöffnet hat, und wie viele in kurzen Abschnitten der Antwort. Die Linie ist das Meiste, was die Plätze erlauben.</translation>
    </message>
    <message>
        <source>Example: a layer far below its line goes back to the same few blocks again and again.</source>
        <translation>Beispiel: Eine Schicht weit unter ihrer Linie kehrt immer wieder zu denselben wenigen Blöcken zurück.</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Per layer</source>
        <translation>Je Schicht</translation>
    </message>
    <message>
        <source>Windows of the answer, all layers</source>
        <translation>Abschnitte der Antwort, alle Schichten</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Different blocks</source>
        <translation>Verschiedene Blöcke</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Tokens %1 to %2</source>
        <translation>Token %1 bis %2</translation>
    </message>
</context>
<context>
    <name>cairn::UniqueHistogram</name>
    <message>
        <source>Windows by different blocks</source>
        <translation>Abschnitte nach verschiedenen Blöcken</translation>
    </message>
    <message>
        <source>different blocks</source>
        <translation>verschiedene Blöcke</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2 blocks: %n window(s) of a layer</source>
        <translation>
            <numerusform>%1 bis %2 Blöcke: %n Abschnitt einer Schicht</numerusform>
            <numerusform>%1 bis %2 Blöcke: %n Abschnitte einer Schicht</numerusform>
        </translation>
    </message>
    <message>
        <source>different blocks; blue: the chosen layer</source>
        <translation>verschiedene Blöcke; blau: die gewählte Schicht</translation>
    </message>
</context>
<context>
    <name>cairn::WordTips</name>
    <message>
        <source>From the book %1, memory share %2</source>
        <translation>Aus dem Buch %1, Gedächtnisanteil %2</translation>
    </message>
    <message>
        <source>From the book %1, memory share %2, over %3</source>
        <translation>Aus dem Buch %1, Gedächtnisanteil %2, über %3</translation>
    </message>
</context>
</TS>
