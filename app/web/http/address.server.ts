/** Our longest address has six parts, and an id is about forty characters long. */
const PARTS_MAX = 12
const CHARACTERS_MAX = 1000
/** Lists repeat their query in each of their links. */
const QUERY_MAX = 4000

const SLASH = /\/|%(?:25)*2f/gi
const DOUBLE_SLASH = /(?:\/|%(?:25)*2f){2}/i

/**
 * Whether a path could be one of ours. Remix looks up every part of a path of a page among all
 * routes, each time the whole path up to there, so that 8 kB cost seconds; and it writes paths to
 * the console that it cannot decode, or that have a double slash (decision 0001).
 */
export function isOurKind(pathname: string): boolean {
  if (pathname.length > CHARACTERS_MAX || DOUBLE_SLASH.test(pathname)) return false
  if ((pathname.match(SLASH)?.length ?? 0) > PARTS_MAX) return false
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/** Whether an address has no longer query than any of ours. */
export const isShort = ({ search }: URL): boolean => search.length <= QUERY_MAX
