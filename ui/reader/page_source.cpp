#include "ui/reader/page_source.h"   // an interface: here for its meta object
