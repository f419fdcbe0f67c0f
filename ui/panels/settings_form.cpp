#include "ui/panels/settings_form.h"

#include "ui/panels/labels.h"

#include <QGridLayout>
#include <QPushButton>

namespace cairn
{

SettingsForm::SettingsForm(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(16, 8, 16, 8);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(10);
    m_grid->setColumnStretch(1, 1);
}

void SettingsForm::finishRow()
{
    m_grid->setRowStretch(m_rows, 0);
    m_grid->setRowStretch(++m_rows, 1);   // room that is left stands below
}

// A button alone is no wider than its words.
void SettingsForm::put(QWidget* widget)
{
    m_grid->addWidget(widget, m_rows, 1, qobject_cast<QPushButton*>(widget) ? Qt::AlignLeading : Qt::Alignment());
}

void SettingsForm::addRow(QWidget* editor, QWidget* field)
{
    auto* label = new Label;
    label->setBuddy(editor);
    m_names.insert(editor, label);
    m_grid->addWidget(label, m_rows, 0, Qt::AlignVCenter | Qt::AlignLeading);
    put(field ? field : editor);
    finishRow();
}

void SettingsForm::addBelow(QWidget* widget)
{
    put(widget);
    finishRow();
}

void SettingsForm::name(QWidget* editor, const QString& words)
{
    if (Label* label = m_names.value(editor))
        label->setText(words);
    editor->setAccessibleName(words);
}

void SettingsForm::name(QAbstractButton* editor, const QString& words, const QString& own)
{
    name(editor, words);
    editor->setText(own);
    editor->setAccessibleName(words + QStringLiteral(", ") + own);
}

}  // namespace cairn
