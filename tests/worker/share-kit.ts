import { encode } from 'uqr'

export const WECHAT = {
  'User-Agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
}

export const squeezed = (text: string) => text.replace(/\s/g, '')

/** The poster's markup, its words without the breaks between lines, and what screen readers say. */
export function posterOf(html: string) {
  const svg = html.match(/<svg id="poster"[\s\S]*?<\/script>/)?.[0].split('<div')[0] ?? ''
  const text = squeezed(svg.replace(/<[^>]*>/g, ''))
  return { svg, text, alt: svg.match(/aria-label="([^"]*)"/)?.[1] ?? '' }
}

/** The modules of a code that is drawn as runs, as rows of 0 and 1. */
export function modulesOf(svg: string): string[] {
  const side = Number(svg.match(/viewBox="0 0 (\d+) \d+" shape-rendering/)?.[1])
  const rows = Array.from({ length: side }, () => Array<string>(side).fill('0'))
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y)]?.fill('1', Number(x), Number(x) + Number(run))
  return rows.map((row) => row.join(''))
}
/** The same of the code for an address. */
export const modulesFor = (link: string): string[] =>
  encode(link, { ecc: 'M', border: 0 }).data.map((row) => row.map(Number).join(''))
