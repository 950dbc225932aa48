import { mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { type Language, languages } from '../app/i18n/languages.ts'
import {
  imagePath,
  SHARE_IMAGE_PX,
  SHARE_IMAGES,
  type ShareImage,
} from '../app/web/ui/share-image.ts'
import { ensureChromium } from './chromium.ts'
import { root } from './dev-config.ts'

/**
 * Draws the preview images of links and the app's icons into public/, which is under version
 * control: the product's car with as many missing seats as the shared one has, in each language.
 * Run `node scripts/share-images.ts` after changing the drawings or their words.
 */
const BYTES_MAX = 60_000
const FONTS = 'system-ui, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'
const ICON_PX = [192, 512]

const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false },
  appType: 'custom',
})
const { drawings } = (await vite.ssrLoadModule('/scripts/share-drawings.tsx')) as {
  drawings: (image: ShareImage) => string
}

/** The styles of the drawings on green ground, as in app/styles.css. */
const styles = readFileSync(path.join(root, 'app/styles.css'), 'utf8')
const drawn = styles.slice(styles.indexOf('  .vehicle {'), styles.indexOf('  /* The perforation'))
const tokens = styles.slice(styles.indexOf(':root {'), styles.indexOf('@media'))

/** The logo of app/favicon.svg, in its own 32 units. */
const mark = (ground: string, line: string) =>
  `<rect width="32" height="32" rx="8" fill="${ground}"/><path d="M6 24V15l5.5-4.5L17 15v9M15 24V12l5.5-4.5L26 12v12" fill="none" stroke="${line}" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>`

function wordsOf(image: ShareImage, language: Language) {
  const read = (namespace: string) =>
    JSON.parse(readFileSync(path.join(root, `locales/${language}/${namespace}.json`), 'utf8'))
  const share = read('share')
  const missing = Number(image.split('-')[1] ?? 0)
  const form = missing === 1 && language === 'en' ? 'open_one' : 'open_other'
  const words = missing
    ? share.carpool[form].replace('{{count}}', String(missing))
    : share.image[image]
  return { appName: read('common').appName, words }
}

function pageOf(image: ShareImage, language: Language): string {
  const { appName, words } = wordsOf(image, language)
  return `<style>${tokens} :root { color-scheme: light } ${drawn}
    body { margin: 0; width: 600px; height: 600px; font-family: ${FONTS}; color: #fff }
    header { display: flex; align-items: center; gap: 20px; padding: 44px 48px 0; font-size: 40px; font-weight: 700 }
    .drawing { display: flex; justify-content: center; padding: 62px 0 50px }
    p { margin: 0; text-align: center; font-size: ${language === 'zh' ? 92 : 56}px; font-weight: 800; line-height: 1.15; padding: 0 24px }
  </style><body class="field">
    <header><svg viewBox="0 0 32 32" width="60" height="60">${mark('#fff', '#0b6b4f')}</svg>${appName}</header>
    <div class="drawing">${drawings(image)}</div><p>${words}</p></body>`
}

const icon = (size: number) =>
  `<style>body { margin: 0; background: #0b6b4f }</style><svg viewBox="0 0 32 32" width="${size}" height="${size}" style="display: block">${mark('#0b6b4f', '#fff')}</svg>`

const folder = path.join(root, 'public/neighbourhelp/images')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: (await ensureChromium()) ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
})
async function draw(name: string, size: number, html: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(html)
  const file = path.join(folder, path.basename(name))
  await page.screenshot({ path: file })
  await page.close()
  const bytes = statSync(file).size
  console.log(`${path.relative(root, file)} ${bytes} bytes`)
  if (bytes > BYTES_MAX) throw new Error(`${file} is larger than ${BYTES_MAX} bytes`)
}
for (const image of SHARE_IMAGES)
  for (const language of languages)
    await draw(imagePath(image, language), SHARE_IMAGE_PX, pageOf(image, language))
for (const size of ICON_PX) await draw(`icon-${size}.png`, size, icon(size))
await Promise.all([browser.close(), vite.close()])
