#include "app/window/view_keys.h"

#include <QCoreApplication>

namespace cairn
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ViewKeys)
};

QString placeWords(KeyPlace place)
{
    switch (place) {
    case KeyPlace::Anywhere: return Words::tr("anywhere");
    case KeyPlace::OutsideText: return Words::tr("outside text fields");
    case KeyPlace::QuestionBox: return Words::tr("question box");
    case KeyPlace::Reader: return Words::tr("reader");
    case KeyPlace::Answer: return Words::tr("answer");
    case KeyPlace::Plots: return Words::tr("plots");
    case KeyPlace::Timeline: return Words::tr("timeline");
    case KeyPlace::SideLists: return Words::tr("notes and answers at the side");
    case KeyPlace::HeadList: return Words::tr("list of heads");
    }
    return {};
}

QList<QKeySequence> each(std::initializer_list<int> keys)
{
    QList<QKeySequence> sequences;
    for (const int key : keys)
        sequences.append(QKeySequence(key));
    return sequences;
}

// Shown as they are written on the keys, in `named` where there are too many.
ViewKeys row(KeyPlace place, const QList<QKeySequence>& keys, const QString& meaning, const QString& named = {})
{
    return {place, {named.isEmpty() ? QKeySequence::listToString(keys, QKeySequence::NativeText).replace(QLatin1Char(';'), QLatin1Char(','))
                                    : named,
                    meaning, placeWords(place), keys}};
}

}  // namespace

std::vector<ViewKeys> viewKeys()
{
    constexpr int shift = Qt::SHIFT, control = Qt::CTRL;
    return {
        row(KeyPlace::Anywhere, each({Qt::Key_Escape}),
            Words::tr("close what is open, stop the answer, or give up the selection, one at a time")),
        row(KeyPlace::Anywhere, each({Qt::Key_Menu}), Words::tr("what can be done here")),
        row(KeyPlace::OutsideText, each({Qt::Key_N, shift | Qt::Key_N}), Words::tr("next, previous evidence")),
        row(KeyPlace::OutsideText, each({Qt::Key_Slash}), Words::tr("find in this document")),
        row(KeyPlace::QuestionBox, each({Qt::Key_Return}), Words::tr("ask")),
        row(KeyPlace::QuestionBox, each({shift | Qt::Key_Return}), Words::tr("new line")),
        row(KeyPlace::Reader, each({Qt::Key_Space, shift | Qt::Key_Space}), Words::tr("a page down, up")),
        row(KeyPlace::Answer, each({Qt::Key_BracketLeft, Qt::Key_BracketRight}), Words::tr("one word of the answer back or on")),
        row(KeyPlace::Timeline, each({Qt::Key_BracketLeft, Qt::Key_BracketRight}), Words::tr("one word of the answer back or on")),
        row(KeyPlace::Timeline, each({Qt::Key_Space}), Words::tr("play")),
        row(KeyPlace::Plots,
            each({Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, control | Qt::Key_Left, control | Qt::Key_Right}),
            Words::tr("one cell further; with Ctrl the next one that is not empty"), Words::tr("Arrow keys")),
        row(KeyPlace::Plots, each({Qt::Key_Home, Qt::Key_End}), Words::tr("first, last block")),
        row(KeyPlace::Plots, each({Qt::Key_PageUp, Qt::Key_PageDown}), Words::tr("a layer up, down; else a page of rows")),
        row(KeyPlace::Plots, each({Qt::Key_Plus, Qt::Key_Minus, Qt::Key_0}), Words::tr("zoom in, out, fit"), QStringLiteral("+ - 0")),
        row(KeyPlace::Plots, each({Qt::Key_Return}), Words::tr("lock the cell")),
        row(KeyPlace::Plots, each({Qt::Key_G}), Words::tr("go to a block")),
        row(KeyPlace::Plots, each({Qt::Key_T}), Words::tr("show as table")),
        row(KeyPlace::Plots, each({Qt::Key_F2}), Words::tr("name the head")),
        row(KeyPlace::SideLists, each({Qt::Key_Delete}), Words::tr("delete it; it can be put back")),
        row(KeyPlace::HeadList, each({Qt::Key_P}), Words::tr("keep the head on top")),
        row(KeyPlace::HeadList, each({Qt::Key_S}), Words::tr("sort by similarity to this head")),
    };
}

}  // namespace cairn
