// What the headers of commands and events have in common: the field "id" with the request that a message belongs to, and our
// texts as CBOR keeps them. Used by the codecs alone. Pure functions.
#pragma once

#include "app/protocol/message.h"

namespace cairn
{

QCborMap headerOf(RequestId request);           // a header with "id" and nothing else

RequestId requestOf(HeaderFields& fields);      // takes "id"; none or 0 makes the fields refuse

QString cborText(const std::string& text);      // REQUIRES: valid UTF-8

}  // namespace cairn
