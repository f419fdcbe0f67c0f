// The objects of a PDF, for what Qt PDF doesn't tell of them. They are found by their heads ("12 0 obj") and in compressed streams of
// objects, not by the file's own table, so a damaged table is no hindrance; the last of a number counts. Nothing is decrypted.
// Import worker only; one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

struct PdfValue
{
    enum class Kind { Null, Number, Name, Text, List, Dictionary, Reference }; // true and false are names

    Kind kind = Kind::Null;
    double number = 0;            // or the number of the object that is referred to
    std::string text;             // name without its slash, or bytes of a string
    std::vector<PdfValue> items;  // of a list; of a dictionary the values
    std::vector<std::string> keys; // of a dictionary, as many

    bool is(Kind wanted) const { return kind == wanted; }
    bool isName(std::string_view name) const { return kind == Kind::Name && text == name; }
    const PdfValue* find(std::string_view key) const; // null: no dictionary, or it has no such key
};

// The value that `data` begins with. Null where it is none, or larger than any that forms need.
PdfValue parsePdfValue(std::string_view data);

class PdfObjects
{
public:
    explicit PdfObjects(std::string_view file); // REQUIRES: it outlives this

    // The value itself, or what it refers to; Null where that isn't there. Valid as long as this is.
    const PdfValue& resolved(const PdfValue& value);
    const PdfValue& at(const PdfValue& dictionary, std::string_view key); // resolved; Null: it has none
    const PdfValue& catalog();
    bool isEncrypted() const { return m_isEncrypted; }

    // The dictionaries of the document's pages, in their order.
    std::vector<const PdfValue*> pages();

private:
    void addStored(std::string_view object);
    void addPages(const PdfValue& node, std::vector<const PdfValue*>& pages, int depth);

    std::string_view m_file;
    std::unordered_map<std::uint32_t, std::string_view> m_objects; // from behind "obj" on
    std::unordered_map<std::uint32_t, PdfValue> m_parsed;
    std::deque<std::string> m_streams; // inflated
    std::size_t m_inflated = 0, m_kept = 0, m_visited = 0;
    bool m_isEncrypted = false;
};

} // namespace cairn
