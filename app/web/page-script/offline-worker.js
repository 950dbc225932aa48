// The service worker, served as /sw.js (scripts/vite-service-worker.ts puts TEXTS in). It answers
// when a page cannot be reached. It keeps one page, the record of a ride, because students read it
// in the arrivals hall: the server marks that page with the header Keep-Until. Logging in or out
// deletes it (decision 0016).
const language = new URL(location.href).searchParams.get('lang') === 'en' ? 'en' : 'zh'
/** How long a kept page waits for the network. */
const PATIENCE_MS = 4000
/** Pages after which the browser may be another student's. */
const ACCOUNT = /\/(log(in|out)|register|forgot-password|profile)\b/
let changes = 0

addEventListener('install', () => skipWaiting())
// The browser asks for the page while this worker still starts.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request
  const path = new URL(url).pathname
  // A form that was sent may have arrived, of which only the browser's own page says nothing wrong.
  if (method !== 'GET') {
    if (!ACCOUNT.test(path)) return
    changes++
    event.waitUntil(forget(() => true))
  } else if (mode === 'navigate') event.respondWith(answer(event, path))
  else if (destination === 'style')
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
})

/** The kept pages. What is known of one is the name of its cache. */
async function kept() {
  return (await caches.keys()).map((name) => {
    const [until, saved, path] = name.split(' ')
    return { name, path, until: Number(until), saved: Number(saved) }
  })
}
const forget = async (which) =>
  Promise.all((await kept()).filter(which).map(({ name }) => caches.delete(name)))

async function answer(event, path) {
  const before = changes
  const network = ask(event)
  event.waitUntil(network.then((response) => keep(path, response, before)).catch(() => {}))
  const page = (await kept()).find((one) => one.path === path && Date.now() < one.until)
  const late = page && new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const response = await Promise.race([network, late ?? network]).catch(() => {})
  if (page && !(response?.status < 500)) return shown(page)
  return response ?? offline()
}

const ask = async ({ request, preloadResponse }) => (await preloadResponse) || fetch(request)

/** Keeps a page that may be kept, in place of the one before. */
async function keep(path, response, before) {
  if (response.status >= 500) return
  const until = response.headers.get('Keep-Until')
  // Before anybody reads it.
  const copy = until && response.clone()
  await forget((one) => one.path === path || one.until <= Date.now())
  if (!copy) return
  // Without its scripts, and the data that only they read.
  const html = (await copy.text()).replace(
    /<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g,
    '',
  )
  const cache = await caches.open(`${until} ${Date.now()} ${path}`)
  await cache.put(path, new Response(html))
  await cache.addAll([...html.matchAll(/href="([^"]+\.css)"/g)].map(([, style]) => style))
  if (changes !== before) await forget(() => true)
}

async function shown({ name, path, saved }) {
  const copy = await caches.match(path, { cacheName: name })
  if (!copy) return offline()
  const { lang, kept: text } = TEXTS[language]
  const time = new Date(saved).toLocaleString(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
  const line = `<p role="status" style="margin:0;padding:.5rem 1rem;text-align:center;background:#fde68a;color:#000">${text.replace('{{time}}', time)}</p>`
  const html = await copy.text()
  return page(html.replace(/<body[^>]*>/, `$&${line}`), 200, " 'self'; img-src 'self' data:")
}

function offline() {
  const { lang, title, what, next, reload } = TEXTS[language]
  return page(
    `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,viewport-fit=cover"><title>${title}</title><style>
:root{color-scheme:light dark}body{max-width:30rem;margin:20vh auto;padding:0 1rem;font:1rem/1.6 system-ui}
a{display:inline-block;padding:.6rem 1.25rem;border:1px solid;border-radius:.75rem;color:inherit}
</style><main><h1>${title}</h1><p>${what}</p><p>${next}</p><p><a href="">${reload}</a></p></main></html>`,
    503,
  )
}

const page = (html, status, more = '') =>
  new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'${more}`,
      'Cache-Control': 'no-store',
    },
  })
