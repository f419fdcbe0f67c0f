// A page reader on screen over made-up pages.
#pragma once

#include "tests/reader/made_up_pdf.h"
#include "ui/reader/pdf_doc_view.h"

#include <QCoreApplication>

namespace cairn::test
{

struct ShownView
{
    explicit ShownView(int pages = 12, bool open = true) : pdf(pages), source(pdf)
    {
        view.resize(900, 700);
        view.setDocument(&pdf.text, &source);
        view.show();
        if (open)
            source.open();
        settle();
    }
    void settle()
    {
        QCoreApplication::processEvents();
        while (source.pending() > 0)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents();
    }
    QImage picture() { return view.viewport()->grab().toImage(); }

    MadeUpPdf pdf;
    FakePageSource source;
    PdfDocView view;
};

}  // namespace cairn::test
