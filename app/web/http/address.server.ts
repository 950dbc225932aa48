/** Our longest path has six parts, and ids have about forty characters. */
const PARTS_MAX = 12
const CHARACTERS_MAX = 1000
/** Lists repeat their query in every link. */
const QUERY_MAX = 4000

const SLASH = /\/|%(?:25)*2f/gi
const DOUBLE_SLASH = /(?:\/|%(?:25)*2f){2}/i

/**
 * Whether a path could be one of ours. Remix matches every prefix of a page's path against all
 * routes, so that 8 kB cost seconds; and it logs paths that it cannot decode or that have a double
 * slash (decision 0001).
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

/** Whether a URL's query is no longer than any of ours. */
export const isShort = ({ search }: URL): boolean => search.length <= QUERY_MAX
