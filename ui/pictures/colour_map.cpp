#include "ui/pictures/colour_map.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace cairn
{
namespace
{

constexpr std::array<unsigned, 33> kCividis{
    0x00224E, 0x00285B, 0x002E6A, 0x053371, 0x1A386F, 0x273E6E, 0x32436D, 0x3B496C, 0x434E6C, 0x4B546C, 0x535A6D,
    0x5A5F6E, 0x61656F, 0x686A71, 0x6F7073, 0x767676, 0x7D7C78, 0x848279, 0x8C8878, 0x938E78, 0x9B9476, 0xA39A74,
    0xABA072, 0xB4A76F, 0xBCAE6C, 0xC4B468, 0xCDBB63, 0xD5C25E, 0xDEC958, 0xE7D150, 0xF0D846, 0xF9E03A, 0xFEE838};
constexpr std::array<unsigned, 16> kViridis{0x440154, 0x481A6C, 0x472F7D, 0x414487, 0x39568C, 0x31688E, 0x2A788E, 0x23888E,
                                            0x1F988B, 0x22A884, 0x35B779, 0x54C568, 0x7AD151, 0xA5DB36, 0xD2E21B, 0xFDE725};
constexpr std::array<unsigned, 2> kGrey{0x101010, 0xF0F0F0};

constexpr std::array<unsigned, 3> kDifferenceLight{0xFFFFFF, 0x1F5FBF, 0xB4610A};   // panel, A, B
constexpr std::array<unsigned, 3> kDifferenceDark{0x1B1D21, 0x7FB0FA, 0xF0A24E};

int channel(unsigned low, unsigned high, float part, int shift)
{
    const auto a = static_cast<float>((low >> shift) & 0xFF);
    const auto b = static_cast<float>((high >> shift) & 0xFF);
    return static_cast<int>(a + (b - a) * part + 0.5f);
}

QRgb between(unsigned low, unsigned high, float part)
{
    return qRgb(channel(low, high, part, 16), channel(low, high, part, 8), channel(low, high, part, 0));
}

QRgb interpolated(std::span<const unsigned> anchors, float position)
{
    const float place = position * static_cast<float>(anchors.size() - 1);
    const auto index = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
    return between(anchors[index], anchors[index + 1], place - static_cast<float>(index));
}

std::span<const unsigned> anchorsOf(ColourScheme scheme)
{
    switch (scheme) {
    case ColourScheme::Cividis: return kCividis;
    case ColourScheme::Viridis: return kViridis;
    case ColourScheme::Grey: return kGrey;
    }
    return kCividis;
}

}  // namespace

ColourMap::ColourMap(Panel panel, ColourScheme scheme) : m_panel(panel == Panel::Light ? qRgb(0xFF, 0xFF, 0xFF) : qRgb(0x1B, 0x1D, 0x21))
{
    for (int i = 0; i < kEntries; ++i) {
        const float level = static_cast<float>(i) / (kEntries - 1);
        m_colours[static_cast<std::size_t>(i)] = interpolated(anchorsOf(scheme), panel == Panel::Light ? 1 - level : level);
    }
}

QRgb ColourMap::colour(float value) const
{
    if (!(value > 0))
        return m_panel;
    const float level = std::clamp(value, kLowestLevel, 1.0f);
    return m_colours[static_cast<std::size_t>(level * (kEntries - 1) + 0.5f)];
}

QRgb differenceColour(float value, Panel panel)
{
    const auto& ends = panel == Panel::Light ? kDifferenceLight : kDifferenceDark;
    return between(ends[0], ends[value > 0 ? 1 : 2], std::min(std::abs(value), 1.0f));
}

}  // namespace cairn
