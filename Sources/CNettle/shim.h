#include <nettle/eddsa.h>
#include <nettle/sha2.h>
