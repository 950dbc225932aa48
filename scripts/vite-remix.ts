import type { Plugin } from 'vite'

/** What is different here in Remix's own files: in which, and what is replaced by what. */
const CHANGES: [file: RegExp, from: RegExp, to: string][] = [
  // When the script of a route is gone after a deploy, Remix loads the page again that one is on,
  // and the press was for nothing. What is done instead is in app/web/ui/route-gone.ts.
  [
    /\/@remix-run\/react\/dist\/esm\/routeModules\.js$/,
    /window\.location\.reload\(\);/,
    'window.openDocument();',
  ],
  // Hints to developers, and pages for products without an error page. Each form would carry them.
  [
    /\/@remix-run\/react\/dist\/esm\/errorBoundaries\.js$/,
    /let heyDeveloper = [\s\S]*?\n {2}\}\);\n/,
    'let heyDeveloper = null;\n',
  ],
  [
    /\/@remix-run\/react\/dist\/esm\/fallback\.js$/,
    /function RemixRootDefaultHydrateFallback\(\) \{[\s\S]*?\n\}\n/,
    'const RemixRootDefaultHydrateFallback = () => null;\n',
  ],
  // How data was read before single fetch, which all our pages use.
  [
    /\/@remix-run\/react\/dist\/esm\/routes\.js$/,
    /async function fetchServerHandler\(request, route\) \{[\s\S]*?\n\}\n/,
    "const fetchServerHandler = () => Promise.reject(new Error('single fetch only'));\n",
  ],
  // What it fetches ahead for links that ask for it, which ours don't.
  [
    /\/@remix-run\/react\/dist\/esm\/components\.js$/,
    /function PrefetchPageLinks\(\{[\s\S]*?\n\}\n/,
    'const PrefetchPageLinks = () => null;\n',
  ],
  [
    /\/react-router\/dist\/index\.js$/,
    /function DefaultErrorComponent\(\) \{[\s\S]*?\n\}\n/,
    'const DefaultErrorComponent = () => null;\n',
  ],
]

/** Changes Remix's files while they are built; fails if one of them has changed. */
export const remixChanges: Plugin = {
  name: 'remix-changes',
  enforce: 'pre',
  transform(code, id) {
    const change = CHANGES.find(([file]) => file.test(id))
    if (!change) return
    const [, from, to] = change
    if (code.split(from).length !== 2) throw new Error(`${id} has changed`)
    return code.replace(from, to)
  },
}
