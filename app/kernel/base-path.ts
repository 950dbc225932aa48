/** The path of the product's pages on its host. */
export const BASE = '/neighbourhelp'

/** A path for the browser, where no router adds the base path. */
export const withBase = (path: string): string => `${BASE}${path}`
