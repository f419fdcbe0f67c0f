// What can be chosen in the settings, and what the program knows about those choices. Plain values.
#pragma once

#include "ui/pictures/colour_map.h"

#include <QList>
#include <QString>

#include <cstdint>

namespace cairn
{

enum class ColourChoice { System, Light, Dark, StrongLight, StrongDark };   // the last two: in high contrast

struct SettingsValues
{
    QString modelPath;                        // empty: the model that comes with Cairn
    QString device = QStringLiteral("auto");  // "auto", "cpu", "cuda"
    QString kvType;                           // how the memory is kept: "f16", "int8"; empty: automatic
    std::uint64_t memoryBudgetBytes = 0;      // 0: automatic
    int threads = 0;                          // 0: automatic
    QString engineCommand;                    // empty: cairn-engine beside the program
    ColourChoice colours = ColourChoice::System;
    ColourScheme plotColours = ColourScheme::Cividis;
    QString language;                         // "en", "de"; empty: the system's
    QString interfaceFont;                    // family; empty: the system's
    int interfacePixels = 0;                  // 0: the system's
    QString readingFont;                      // family of the text view; empty: serif of the system
    int readingPixels = 16;
    QString sessionsFolder, modelsFolder;     // empty: the usual place
    std::uint64_t diskBudgetBytes = 0;        // that all memories may take on the disk; 0: as much as there is
    bool reducedMotion = false;               // nothing blinks; else as the system asks for
    bool flashCited = false;                  // cited words are marked for two seconds; else until the next click
    bool readByItself = true;                 // reading starts when it is short and takes little room (experience.md 3)
    bool backLinks = false;                   // reading keeps what passages lean on; it is slower then
    bool groupScan = false;                   // memories of documents read from now on: landmarks compared in two levels
    bool operator==(const SettingsValues&) const = default;
};

struct ModelChoice                            // found in the model folders
{
    QString path, name;
    QString problem;                          // one sentence why it can't be used; empty: none
};

struct SettingsFacts
{
    QList<ModelChoice> models;
    QString modelName, modelKind;             // of the loaded one: "landmark adapter"
    QString modelProblem;                     // why the one that was wanted last can't be used; empty: it can
    QString modelFit;                         // "Takes 0.3 GB of memory; 12 GB is free."
    QString modelLicence;                     // "Apache-2.0"
    QString sessionModel;                     // one sentence where the open session was read with another model
    QString device, deviceReason;             // in use: "CPU", "No NVIDIA GPU answers."
    std::uint64_t automaticBudgetBytes = 0;   // what automatic means here
    QString sessionsFolder, modelsFolder;     // the usual places
    QString cacheFolder, settingsFile;        // shown, not chosen
    std::uint64_t memoriesBytes = 0;          // that they take now
    QString textGoesTo;                       // not empty: in place of the promise that all stays here
};

enum class SettingsPlace { Model, SessionsFolder, ModelsFolder };

}  // namespace cairn
