/** The sources of the pages, with what they share on the server. */
export const sources = import.meta.glob<string>(
  ['/app/**/{pages,http}/**/*.{ts,tsx}', '/app/checkout/*.{ts,tsx}', '!/app/**/*.test.*'],
  { query: '?raw', import: 'default', eager: true },
)

/**
 * The name of a page's module: its room and its file, as in `carpool/create` for
 * `app/carpool/pages/create/create.route.tsx`.
 */
export const keyOf = (path: string): string =>
  path
    .replace(/^\/app\/(?:features\/)?/, '')
    .replace(/\/(?:pages|http)\//, '/')
    .replace(/(?:\.route|\.server)?\.tsx?$/, '')
    .replace(/([^/]+)\/\1$/, '$1')
