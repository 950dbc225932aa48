import { type Browser, type BrowserContext, chromium, devices } from '@playwright/test'
import { CHROMIUM_ARGS, ensureChromium } from '../../../scripts/chromium.ts'

const ARGS = [...CHROMIUM_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

/** A Chromium that can reach only this machine. `port`: for a debugger other than Playwright's. */
export async function launch(port?: number): Promise<Browser> {
  const executablePath = (await ensureChromium()) ?? undefined
  const args = port ? [...ARGS, `--remote-debugging-port=${port}`] : ARGS
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
}

/** A phone on its first visit: nothing cached, and only the cookies of the `cookie` header. */
export async function newPhone(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<BrowserContext> {
  const phone = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url }
  })
  await phone.addCookies(cookies)
  return phone
}

/**
 * A phone with weak reception: 150 ms latency, 1.6 Mbit/s down, 750 kbit/s up, and a quarter of
 * this machine's processor.
 */
export async function slowDown(phone: BrowserContext) {
  const page = await phone.newPage()
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytes(1_600_000),
    uploadThroughput: bytes(750_000),
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

const bytes = (bits: number) => bits / 8
