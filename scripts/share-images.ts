import { mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { type Language, languages } from '../app/i18n/languages.ts'
import { SHARE_IMAGE_PX } from '../app/ui/share/image.ts'
import { ensureChromium } from './chromium.ts'
import { root } from './dev-config.ts'

/**
 * Draws the preview images of shared links, one per kind and language, into public/, where they are
 * kept in version control. Run `node scripts/share-images.ts` after changing the drawings or their
 * words.
 */
const KINDS = ['carpool', 'trip'] as const
type Kind = (typeof KINDS)[number]
const BYTES_MAX = 60_000
const FONTS = 'system-ui, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** The logo of app/favicon.svg, in its own 32 units. */
const mark = `<rect width="32" height="32" rx="8" fill="#fff"/>
  <path d="M6 24V15l5.5-4.5L17 15v9M15 24V12l5.5-4.5L26 12v12" fill="none" stroke="#0b6b4f" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>`

/** A car on a road; hills with a path to them. */
const drawings: Record<Kind, string> = {
  carpool: `<path d="M0 452H600" stroke="#5ccba4" stroke-width="8" stroke-dasharray="56 34"/>
    <path d="M128 404v-68q0-34 34-38l42-6 52-66q14-18 38-18h92q22 0 38 18l52 64 34 8q30 8 30 40v66q0 12-12 12H140q-12 0-12-12z" fill="#fff"/>
    <path d="M238 288l36-46q8-10 22-10h26v56zM342 232h38q12 0 20 10l36 46h-94z" fill="#0b6b4f"/>
    <circle cx="220" cy="412" r="42" fill="#f0a06a"/><circle cx="220" cy="412" r="17" fill="#06251a"/>
    <circle cx="440" cy="412" r="42" fill="#f0a06a"/><circle cx="440" cy="412" r="17" fill="#06251a"/>`,
  trip: `<circle cx="452" cy="208" r="46" fill="#f0a06a"/>
    <path d="M0 456L168 250l96 116 92-126 244 216z" fill="#fff"/>
    <path d="M168 250l52 63-34 26-26-24-42 20zM356 240l70 62-44 30-28-26-38 16z" fill="#5ccba4"/>
    <path d="M0 456h600v24H0z" fill="#5ccba4"/>`,
}

function svgOf(kind: Kind, language: Language): string {
  const read = (namespace: string) =>
    JSON.parse(readFileSync(path.join(root, `locales/${language}/${namespace}.json`), 'utf8'))
  const { appName } = read('common')
  const { image } = read('share')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_IMAGE_PX}" height="${SHARE_IMAGE_PX}" viewBox="0 0 600 600" font-family='${FONTS}'>
    <rect width="600" height="600" fill="#0b6b4f"/>
    <g transform="translate(48 48) scale(2)">${mark}</g>
    <text x="130" y="94" font-size="40" font-weight="700" fill="#fff">${appName}</text>
    ${drawings[kind]}
    <text x="300" y="556" font-size="${language === 'zh' ? 64 : 52}" font-weight="700" text-anchor="middle" fill="#fff">${image[kind]}</text>
  </svg>`
}

const folder = path.join(root, 'public/neighbourhelp/images')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: (await ensureChromium()) ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: SHARE_IMAGE_PX, height: SHARE_IMAGE_PX } })
for (const kind of KINDS)
  for (const language of languages) {
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block }</style>${svgOf(kind, language)}`,
    )
    const file = path.join(folder, `share-${kind}-${language}.png`)
    await page.screenshot({ path: file })
    const { size } = statSync(file)
    console.log(`${path.relative(root, file)} ${size} bytes`)
    if (size > BYTES_MAX) throw new Error(`${file} is larger than ${BYTES_MAX} bytes`)
  }
await browser.close()
