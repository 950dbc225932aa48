import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../styles.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css
  .split('@media screen and (prefers-color-scheme: dark)')
  .map((part) => part.split('@theme')[0])

const tokensOf = (block: string) =>
  new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )
const themes = { light: tokensOf(light), dark: tokensOf(dark) }

/** WCAG 2 relative luminance of #rrggbb. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (bright + 0.05) / (dim + 0.05)
}

const tones = ['brand', 'accent', 'ok', 'warn', 'info', 'danger']
const pairs: [text: string, under: string, atLeast: number][] = [
  ...['ink', 'muted', ...tones].flatMap((text): [string, string, number][] => [
    [text, 'ground', 5],
    [text, 'surface', 5],
  ]),
  ...tones.flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-soft`, 4.5],
    ['ink', `${tone}-soft`, 7],
  ]),
  ['on-brand', 'brand', 5],
  ['on-brand', 'brand-strong', 5],
  ['on-danger', 'danger', 5],
  ['on-field', 'field', 5],
  // One's own seat, and those that are missing.
  ['field-accent', 'field', 3],
  // A disabled button's text, and the outlines of interactive elements.
  ['muted', 'line', 4.5],
  ['edge', 'surface', 3],
  ['edge', 'ground', 3],
]

for (const [theme, tokens] of Object.entries(themes))
  test(`every text has enough contrast with its background (${theme})`, () => {
    for (const [text, under, atLeast] of pairs) {
      const [a, b] = [tokens.get(text), tokens.get(under)]
      if (!a || !b) throw new Error(`no token ${a ? under : text} in ${theme}`)
      expect(contrast(a, b), `${text} on ${under}`).toBeGreaterThanOrEqual(atLeast)
    }
  })
