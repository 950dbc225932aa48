import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { createVisitorPages } from '#workers/visitor-pages.ts'

/**
 * Every cache that page requests can fill: whatever is requested, it uses a small part of an
 * isolate's 128 MB.
 */
const MB = 1024 * 1024
const KEPT_MB_MAX = 25
const SETTLING = { timeout: 4000, interval: 100 }

setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')
function usedMb(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / MB
}

const pages = createVisitorPages()
const pageOf = (query: string) => {
  const url = new URL(`https://help.example/neighbourhelp/carpool?${query}`)
  return { url, request: new Request(url) }
}

const FILLS: Record<string, (n: number) => unknown> = {
  'texts with what somebody typed': (n) =>
    getT('zh')('admin:member.approved', { name: `${n}${'拼'.repeat(30_000)}` }),
  'times and durations': (n) => [
    formatOf(getT('en')).dateTime(n * 7_919_000),
    formatOf(getT('en')).duration(n),
  ],
  async 'pages for visitors, large ones'(n) {
    const { url, request } = pageOf(`page=${n}`)
    const key = pages.keyOf(request, url)
    if (key) await pages.keep(key, new Response('x'.repeat(MB)), 1)
  },
}

test.each(Object.keys(FILLS))(
  '%s: 300 different values leave little memory behind',
  async (name) => {
    const fill = FILLS[name]
    await fill?.(-1)
    const before = usedMb()
    for (let n = 0; n < 300; n++) await fill?.(n)
    // V8 frees large buffers beside the program, some time after it has found them unused.
    await expect.poll(() => usedMb() - before, SETTLING).toBeLessThan(KEPT_MB_MAX)
  },
)

test('a page cached for https is not served over http', () => {
  const keyOf = (address: string) => pages.keyOf(new Request(address), new URL(address))
  expect(keyOf('http://help.example/neighbourhelp/')).not.toBe(
    keyOf('https://help.example/neighbourhelp/'),
  )
})
