#include "core/model/torch_pickle.h"
#include "core/formats/byte_reader.h"
#include "core/formats/utf8.h"

#include <new>
#include <optional>
#include <unordered_map>

namespace cairn
{

namespace
{

constexpr std::size_t kNodes = 1'000'000;
constexpr std::size_t kStack = 1'000'000;
constexpr std::size_t kItems = 4'000'000;
constexpr std::size_t kTextBytes = 4'096;
constexpr std::size_t kRank = 8;

enum class Kind : std::uint8_t { None, Bool, Int, Real, Text, Tuple, List, Dict, Global, Storage, Tensor, Mark };
using NodeId = std::uint32_t;

struct Node
{
    Kind kind = Kind::None;
    TensorType type = TensorType::F32;     // storage
    std::int64_t number = 0;               // Bool, Int; storage: its length; tensor: index into m_tensors
    std::string text{};                    // Text; Global: "module name"; storage: its entry
    std::vector<NodeId> items{};           // dictionary: key, value, key, value ..
};

constexpr std::pair<std::string_view, TensorType> kStorages[] = {
    {"torch FloatStorage", TensorType::F32}, {"torch HalfStorage", TensorType::F16}, {"torch BFloat16Storage", TensorType::BF16},
    {"torch DoubleStorage", TensorType::F64}, {"torch LongStorage", TensorType::I64}, {"torch IntStorage", TensorType::I32},
    {"torch ShortStorage", TensorType::I16}, {"torch CharStorage", TensorType::I8}, {"torch ByteStorage", TensorType::U8},
    {"torch BoolStorage", TensorType::Bool},
};
constexpr std::string_view kOrderedDict = "collections OrderedDict";
constexpr std::string_view kRebuildTensor = "torch._utils _rebuild_tensor_v2";
constexpr std::string_view kRebuildParameter = "torch._utils _rebuild_parameter";

std::optional<TensorType> storageType(std::string_view name)
{
    for (const auto& [known, type] : kStorages)
        if (name == known)
            return type;
    return std::nullopt;
}

bool isAllowed(std::string_view name)
{
    return name == kOrderedDict || name == kRebuildTensor || name == kRebuildParameter || storageType(name);
}

// Values live in an arena and refer to each other by index, so neither deep nor circular pickles can hurt. Methods return
// false after setting the error.
class Machine
{
public:
    Machine(std::span<const std::byte> pickle, const std::string& fileName) : m_in(pickle), m_fileName(fileName) {}

    Result<std::vector<PickledTensor>> run()
    {
        if (!header())
            return m_error;
        while (!m_stopped) {
            m_at = m_in.offset();
            if (!step())
                return m_error;
        }
        if (!collect())
            return m_error;
        return std::move(m_result);
    }

private:
    bool fail(const std::string& rule, ErrorCode code = ErrorCode::Corruption)
    {
        m_error = {code, m_fileName + ": data.pkl: " + rule + " (offset " + std::to_string(m_at) + ").", m_at};
        return false;
    }
    bool cutOff() { return fail("the pickle is cut off"); }

    bool header();
    bool step();
    bool number(std::uint8_t opcode);
    bool text(std::uint8_t opcode);
    bool memo(std::uint8_t opcode);
    bool container(std::uint8_t opcode);
    bool store(std::uint8_t opcode);
    bool global();
    bool persistent();
    bool reduce();
    bool rebuildTensor(const Node& arguments);
    bool build();
    bool collect();

    bool push(NodeId node)
    {
        if (m_stack.size() == kStack)
            return fail("too many values");
        m_stack.push_back(node);
        return true;
    }
    bool make(Node node)
    {
        m_items += node.items.size();
        if (m_nodes.size() == kNodes || m_items > kItems)
            return fail("too many values");
        m_nodes.push_back(std::move(node));
        return push(static_cast<NodeId>(m_nodes.size() - 1));
    }
    std::optional<NodeId> pop()
    {
        if (m_stack.empty() || m_nodes[m_stack.back()].kind == Kind::Mark)
            return std::nullopt;
        const NodeId top = m_stack.back();
        m_stack.pop_back();
        return top;
    }
    bool popToMark(std::vector<NodeId>& out)
    {
        std::size_t at = m_stack.size();
        while (at > 0 && m_nodes[m_stack[at - 1]].kind != Kind::Mark)
            --at;
        if (at == 0)
            return fail("a mark is missing");
        out.assign(m_stack.begin() + static_cast<std::ptrdiff_t>(at), m_stack.end());
        m_stack.resize(at - 1);
        return true;
    }
    Node* top() { return m_stack.empty() ? nullptr : &m_nodes[m_stack.back()]; }
    bool sizes(const Node& tuple, std::vector<std::uint64_t>& out);

    ByteReader m_in;
    const std::string& m_fileName;
    std::uint64_t m_at = 0;
    Error m_error;
    bool m_stopped = false;
    std::vector<Node> m_nodes;
    std::vector<NodeId> m_stack;
    std::size_t m_items = 0;
    std::unordered_map<std::uint32_t, NodeId> m_memo;
    std::vector<PickledTensor> m_tensors, m_result;
};

bool Machine::header()
{
    const auto opcode = m_in.number<std::uint8_t>();
    const auto protocol = m_in.number<std::uint8_t>();
    if (!opcode || !protocol || *opcode != 0x80)
        return fail("no pickle begins here");
    return *protocol == 2 || fail("pickle protocol " + std::to_string(*protocol) + "; only 2 is read", ErrorCode::Unsupported);
}

bool Machine::step()
{
    const auto opcode = m_in.number<std::uint8_t>();
    if (!opcode)
        return cutOff();
    switch (*opcode) {
    case '(': return make({.kind = Kind::Mark});
    case 'N': return make({.kind = Kind::None});
    case 0x88: case 0x89: return make({.kind = Kind::Bool, .number = *opcode == 0x88});
    case 'J': case 'K': case 'M': case 0x8A: case 'G': return number(*opcode);
    case 'X': case 'U': case 'T': return text(*opcode);
    case 'q': case 'r': case 'h': case 'j': return memo(*opcode);
    case '}': case ']': case ')': case 't': case 0x85: case 0x86: case 0x87: return container(*opcode);
    case 's': case 'u': case 'a': case 'e': return store(*opcode);
    case 'c': return global();
    case 'Q': return persistent();
    case 'R': return reduce();
    case 'b': return build();
    case '0': return pop().has_value() || fail("nothing to drop");
    case '.': m_stopped = true; return true;
    default: return fail("the instruction " + std::to_string(*opcode) + " is not one of a checkpoint", ErrorCode::Unsupported);
    }
}

bool Machine::number(std::uint8_t opcode)
{
    std::optional<std::int64_t> value;
    if (opcode == 'G') {   // a big-endian double; no checkpoint needs its value
        return m_in.skip(8) ? make({.kind = Kind::Real}) : cutOff();
    } else if (opcode == 'J') {
        value = m_in.number<std::int32_t>();
    } else if (opcode == 'K') {
        value = m_in.number<std::uint8_t>();
    } else if (opcode == 'M') {
        value = m_in.number<std::uint16_t>();
    } else {
        const auto length = m_in.number<std::uint8_t>();
        const auto raw = length ? m_in.bytes(*length) : std::nullopt;
        if (!raw || raw->size() > 8)
            return fail("a whole number is cut off or has more than 8 bytes");
        const bool negative = !raw->empty() && (raw->back() & std::byte{0x80}) != std::byte{0};
        std::uint64_t bits = negative ? ~std::uint64_t{0} : 0;
        std::memcpy(&bits, raw->data(), raw->size());
        value = static_cast<std::int64_t>(bits);
    }
    return value ? make({.kind = Kind::Int, .number = *value}) : cutOff();
}

bool Machine::text(std::uint8_t opcode)
{
    std::optional<std::uint64_t> length;
    if (opcode == 'U')
        length = m_in.number<std::uint8_t>();
    else
        length = m_in.number<std::uint32_t>();
    const auto found = length ? m_in.text(*length) : std::nullopt;
    if (!found)
        return cutOff();
    if (found->size() > kTextBytes || !isValidUtf8(*found))
        return fail("a text is longer than 4096 bytes or not UTF-8");
    return make({.kind = Kind::Text, .text = std::string(*found)});
}

bool Machine::memo(std::uint8_t opcode)
{
    std::optional<std::uint32_t> key;
    if (opcode == 'q' || opcode == 'h')
        key = m_in.number<std::uint8_t>();
    else
        key = m_in.number<std::uint32_t>();
    if (!key)
        return cutOff();
    if (opcode == 'h' || opcode == 'j') {
        const auto found = m_memo.find(*key);
        return found == m_memo.end() ? fail("an unknown value is asked for") : push(found->second);
    }
    if (!top() || top()->kind == Kind::Mark)
        return fail("there is no value to remember");
    if (m_memo.size() == kNodes)
        return fail("too many values");
    m_memo[*key] = m_stack.back();
    return true;
}

bool Machine::container(std::uint8_t opcode)
{
    Node node;
    node.kind = opcode == '}' ? Kind::Dict : opcode == ']' ? Kind::List : Kind::Tuple;
    if (opcode == 't' && !popToMark(node.items))
        return false;
    if (opcode >= 0x85) {
        node.items.resize(opcode - 0x84u);
        for (auto item = node.items.rbegin(); item != node.items.rend(); ++item) {
            const auto value = pop();
            if (!value)
                return fail("values for a tuple are missing");
            *item = *value;
        }
    }
    return make(std::move(node));
}

bool Machine::store(std::uint8_t opcode)
{
    std::vector<NodeId> values;
    if (opcode == 'u' || opcode == 'e') {
        if (!popToMark(values))
            return false;
    } else {
        const auto second = pop();
        const auto first = opcode == 's' ? pop() : second;
        if (!first || !second)
            return fail("values to store are missing");
        values = opcode == 's' ? std::vector{*first, *second} : std::vector{*second};
    }
    const bool isDict = opcode == 'u' || opcode == 's';
    Node* target = top();
    if (!target || target->kind != (isDict ? Kind::Dict : Kind::List) || (isDict && values.size() % 2 != 0))
        return fail("items are stored into something that is no " + std::string(isDict ? "dictionary" : "list"));
    m_items += values.size();
    if (m_items > kItems)
        return fail("too many values");
    target->items.insert(target->items.end(), values.begin(), values.end());
    return true;
}

bool Machine::global()
{
    std::string name;
    for (int lines = 0; lines < 2;) {
        const auto byte = m_in.number<char>();
        if (!byte)
            return cutOff();
        if (*byte == '\n')
            ++lines;
        if (name.size() > 200)
            return fail("a name is longer than 200 bytes");
        name.push_back(*byte == '\n' ? ' ' : *byte);
    }
    name.pop_back();
    if (!isAllowed(name)) {
        if (!isValidUtf8(name))
            name = "(unreadable)";
        return fail("it asks for \"" + name + "\", which could run code; convert the model to safetensors", ErrorCode::Unsupported);
    }
    return make({.kind = Kind::Global, .text = name});
}

// ("storage", class, entry, device, length)
bool Machine::persistent()
{
    const auto id = pop();
    if (!id || m_nodes[*id].kind != Kind::Tuple || m_nodes[*id].items.size() != 5)
        return fail("a storage is not described as PyTorch does");
    const auto item = [&](std::size_t i) -> const Node& { return m_nodes[m_nodes[*id].items[i]]; };
    const auto type = item(1).kind == Kind::Global ? storageType(item(1).text) : std::nullopt;
    if (item(0).kind != Kind::Text || item(0).text != "storage" || !type || item(2).kind != Kind::Text || item(4).kind != Kind::Int
        || item(4).number < 0)
        return fail("a storage is not described as PyTorch does");
    return make({.kind = Kind::Storage, .type = *type, .number = item(4).number, .text = item(2).text});
}

bool Machine::sizes(const Node& tuple, std::vector<std::uint64_t>& out)
{
    if (tuple.kind != Kind::Tuple || tuple.items.size() > kRank)
        return fail("a tensor must have at most 8 dimensions");
    for (const NodeId id : tuple.items) {
        if (m_nodes[id].kind != Kind::Int || m_nodes[id].number < 0)
            return fail("a dimension is no whole number");
        out.push_back(static_cast<std::uint64_t>(m_nodes[id].number));
    }
    return true;
}

// (storage, first element, shape, strides, requires_grad, hooks[, metadata])
bool Machine::rebuildTensor(const Node& arguments)
{
    if (arguments.items.size() != 6 && arguments.items.size() != 7)
        return fail("a tensor is not described as PyTorch does");
    const Node& storage = m_nodes[arguments.items[0]];
    const Node& first = m_nodes[arguments.items[1]];
    if (storage.kind != Kind::Storage || first.kind != Kind::Int || first.number < 0)
        return fail("a tensor is not described as PyTorch does");
    PickledTensor tensor;
    tensor.type = storage.type;
    tensor.storage = storage.text;
    tensor.storageValues = static_cast<std::uint64_t>(storage.number);
    tensor.first = static_cast<std::uint64_t>(first.number);
    if (!sizes(m_nodes[arguments.items[2]], tensor.shape) || !sizes(m_nodes[arguments.items[3]], tensor.strides))
        return false;
    if (tensor.shape.size() != tensor.strides.size())
        return fail("a tensor has as many strides as dimensions");
    m_tensors.push_back(std::move(tensor));
    return make({.kind = Kind::Tensor, .number = static_cast<std::int64_t>(m_tensors.size() - 1)});
}

bool Machine::reduce()
{
    const auto arguments = pop();
    const auto callee = pop();
    if (!arguments || !callee || m_nodes[*callee].kind != Kind::Global || m_nodes[*arguments].kind != Kind::Tuple)
        return fail("something else than a known name is called");
    const std::string name = m_nodes[*callee].text;
    const Node values = m_nodes[*arguments];   // a copy: making nodes moves them
    if (name == kRebuildTensor)
        return rebuildTensor(values);
    if (name == kOrderedDict && values.items.empty())
        return make({.kind = Kind::Dict});
    if (name == kRebuildParameter && values.items.size() == 3 && m_nodes[values.items[0]].kind == Kind::Tensor)
        return push(values.items[0]);
    return fail("a known name is called in an unknown way");
}

// Attributes of an OrderedDict (versions of modules): no weights, left out.
bool Machine::build()
{
    const auto state = pop();
    if (!state || m_nodes[*state].kind != Kind::Dict || !top() || top()->kind != Kind::Dict)
        return fail("something else than a dictionary gets attributes");
    return true;
}

bool Machine::collect()
{
    if (m_stack.size() != 1 || top()->kind != Kind::Dict)
        return fail("the checkpoint is no dictionary of tensors", ErrorCode::Unsupported);
    const std::vector<NodeId>& items = top()->items;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        const Node& key = m_nodes[items[i]];
        const Node& value = m_nodes[items[i + 1]];
        if (key.kind != Kind::Text || value.kind != Kind::Tensor)
            return fail("the checkpoint is no dictionary of tensors", ErrorCode::Unsupported);
        m_result.push_back(m_tensors[static_cast<std::size_t>(value.number)]);
        m_result.back().name = key.text;
    }
    return true;
}

}  // namespace

Result<std::vector<PickledTensor>> readTorchPickle(std::span<const std::byte> pickle, const std::string& fileName)
{
    try {
        return Machine(pickle, fileName).run();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, fileName + ": not enough memory for the checkpoint's table."};
    }
}

}  // namespace cairn
