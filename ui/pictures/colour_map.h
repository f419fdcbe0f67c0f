// Cividis as 1,024 colours (J. R. Nunez et al., PLOS ONE 13(7), 2018): readable in grey and with colour-blind eyes, luminance
// strictly monotone. Zero is the panel's own colour, everything above zero stands out from it (experience.md 6).
#pragma once

#include <QRgb>

#include <array>

namespace cairn
{

enum class Panel { Light, Dark };

class ColourMap
{
public:
    static constexpr int kEntries = 1024;

    // On light panels the map is reversed, so that more is always further from the background.
    explicit ColourMap(Panel panel);

    // `value` 0..1, already scaled; 0 gives the panel's colour, anything above at least level 0.05.
    QRgb colour(float value) const;
    QRgb panelColour() const { return m_panel; }

private:
    std::array<QRgb, kEntries> m_colours;
    QRgb m_panel;
};

}  // namespace cairn
