// The service worker, served as /sw.js (scripts/vite-service-worker.ts puts TEXTS in). It answers
// one thing: a page that cannot be reached. It keeps no page, no data and no answer of the API, so
// there is nothing in it to clear when somebody logs out (decision 0062).
const language = new URL(location.href).searchParams.get('lang') === 'en' ? 'en' : 'zh'

addEventListener('install', () => skipWaiting())
// The browser asks for the page while this worker still starts.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', (event) => {
  // A form that was sent may have arrived, of which only the browser's own page says nothing wrong.
  if (event.request.mode === 'navigate' && event.request.method === 'GET')
    event.respondWith(answer(event))
})

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) || (await fetch(request))
  } catch {
    return offline(TEXTS[language])
  }
}

function offline({ lang, title, what, next, reload }) {
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,viewport-fit=cover"><title>${title}</title><style>
:root{color-scheme:light dark}body{max-width:30rem;margin:20vh auto;padding:0 1rem;font:1rem/1.6 system-ui}
a{display:inline-block;padding:.6rem 1.25rem;border:1px solid;border-radius:.75rem;color:inherit}
</style><main><h1>${title}</h1><p>${what}</p><p>${next}</p><p><a href="">${reload}</a></p></main></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cache-Control': 'no-store',
    },
  })
}
