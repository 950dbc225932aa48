import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { root } from './servers.ts'

/**
 * The pictures of docs/story.md, in their order. `PICTURES=docs/story` makes a run of the story
 * write them; otherwise none are taken.
 */
const PICTURES = [
  'search',
  'opened',
  'share',
  'list',
  'register',
  'flight',
  'party',
  'deposit',
  'card',
  'full',
  'record',
] as const
export type Picture = (typeof PICTURES)[number]

const WIDTH = 585
const BYTES_MAX = 40_000

/** Keeps what the phone shows, at 1.5 times its 390 px, as the best picture within the limit. */
export async function picture(page: Page, name: Picture): Promise<void> {
  if (!process.env.PICTURES) return
  const folder = path.resolve(root, process.env.PICTURES)
  mkdirSync(folder, { recursive: true })
  const png = (await page.screenshot()).toString('base64')
  // Pages have a content security policy; a page without one draws it smaller.
  const blank = await page.context().newPage()
  const webp = await blank.evaluate(shrink, { png, width: WIDTH, most: BYTES_MAX })
  await blank.close()
  const number = String(PICTURES.indexOf(name) + 1).padStart(2, '0')
  writeFileSync(path.join(folder, `${number}-${name}.webp`), Buffer.from(webp, 'base64'))
}

type Shrink = { png: string; width: number; most: number }

/** In the browser: the picture as WebP, at the highest quality that stays within the limit. */
async function shrink({ png, width, most }: Shrink): Promise<string> {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const height = Math.round((image.height * width) / image.width)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  for (let quality = 0.9; quality > 0.2; quality -= 0.1) {
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
    if (blob.size <= most) {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    }
  }
  throw new Error('the picture is too large')
}
