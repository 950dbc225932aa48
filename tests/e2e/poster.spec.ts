import { expect, type Page } from '@playwright/test'
import { POSTER } from '#app/features/share/ui/poster-size.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { plainPhone } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { shifts } from './kit/shifts.ts'
import { test } from './kit/test.ts'
import { pages } from './kit/world.ts'

/** Whether each module of the QR code is dark in the drawn image, as rows of 0 and 1. */
const drawnModules = (page: Page, code: Box & { side: number }) =>
  page.locator('img#poster').evaluate((image: HTMLImageElement, { x, y, width, side }) => {
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const isDark = (row: number, column: number) => {
      const at = (index: number) => Math.round(((index + 0.5) * width) / side)
      return Number((context?.getImageData(x + at(column), y + at(row), 1, 1).data[0] ?? 255) < 128)
    }
    const indexes = Array.from({ length: side }, (_, index) => index)
    return indexes.map((row) => indexes.map((column) => isDark(row, column)).join(''))
  }, code)
type Box = { x: number; y: number; width: number }

/** The same as the page says it, and where in the poster it is. */
async function codeOf(html: string) {
  const tag = html.match(/<svg[^>]*shape-rendering="crispEdges"[^>]*>/)?.[0] ?? ''
  const number = (name: string) => Number(tag.match(new RegExp(` ${name}="([\\d.]+)"`))?.[1])
  const side = Number(tag.match(/viewBox="0 0 (\d+)/)?.[1])
  const rows = Array.from({ length: side }, () => Array<number>(side).fill(0))
  for (const [, x, y, run] of html.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y)]?.fill(1, Number(x), Number(x) + Number(run))
  const box = { x: number('x'), y: number('y'), width: number('width'), side }
  return { box, rows: rows.map((row) => row.join('')) }
}

test('a poster is drawn as an image with its code, moves nothing, and is saved, in both languages', async ({
  page,
  browser,
}) => {
  const rider = await newRider(page.request)
  const ride = { airportId: 'air_stn', days: 40, maxPassengers: 4 }
  const { carpoolId } = await openPlace(page.request, rider, ride)
  const plain = await plainPhone(browser)
  for (const [lang, save, wanted, screenshot] of [
    ['zh', '保存海报', '还差 3 人', '截屏就能保存'],
    ['en', 'Save poster', '3 more people needed', 'Take a screenshot to save it'],
  ] as const) {
    const path = `${pages}/share/carpool/${carpoolId}/poster?lang=${lang}`
    await page.goto(path)
    const image = page.locator('img#poster')
    await expect(image).toHaveAttribute('alt', new RegExp(wanted))
    const size = await image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
      width: naturalWidth,
      height: naturalHeight,
    }))
    expect(size).toEqual(POSTER)
    const { box, rows } = await codeOf(await (await page.request.get(path)).text())
    expect(await drawnModules(page, box)).toEqual(rows)
    expect(await shifts(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: save }).click()
    expect((await download).suggestedFilename()).toBe('poster.png')
    // Without scripts the same picture is in the page, to take a screenshot of.
    await plain.goto(path)
    const alt = (await image.getAttribute('alt')) ?? ''
    await expect(plain.getByRole('img', { name: alt })).toBeVisible()
    await expect(plain.getByText(screenshot)).toBeVisible()
    await expect(plain.getByRole('link', { name: save })).toBeHidden()
    await expectNoSidewaysScroll(plain)
  }
  await plain.context().close()
})
