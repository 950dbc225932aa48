/** Escapes text for use between tags and in quoted attributes. */
export const escapeHtml = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const STYLE = `
:root{color-scheme:light dark;--ground:#fafaf7;--surface:#fff;--ink:#1c2421;--muted:#56625d;--line:#dde3df;--brand:#0b6b4f;--on-brand:#fff;--danger:#b3261e}
@media (prefers-color-scheme:dark){:root{--ground:#101513;--surface:#19201d;--ink:#ecf1ee;--muted:#a3b0aa;--line:#2e3833;--brand:#5ccba4;--on-brand:#06251a;--danger:#ff9c94}}
body{font:16px/1.6 system-ui,"PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif;color:var(--ink);background:var(--ground);margin:0 auto;max-width:1080px;padding:16px}
a{color:var(--brand)}h1{font-size:22px}h2{font-size:18px;margin-top:32px}code{font-size:13px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-top:1px solid var(--line)}
button,select,input{font:inherit;color:inherit;background:var(--surface);min-height:44px;padding:8px 16px;border:1px solid var(--muted);border-radius:12px}
button.main{background:var(--brand);color:var(--on-brand);border-color:var(--brand)}
.muted{color:var(--muted)}.scroll{overflow-x:auto}.actions{display:flex;flex-wrap:wrap;align-items:center;gap:12px;margin-top:24px}`

/**
 * The stand-in's pages may be framed by the app's own origin (card form, 3-D Secure) and run only
 * their own scripts.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-ancestors 'self'; base-uri 'none'"

/** A whole page. `theme`: `stripe` (light) or `night` overrides the system's preference. */
export function htmlPage(
  lang: string,
  title: string,
  body: string,
  { status = 200, theme = '' } = {},
): Response {
  const html = `<!DOCTYPE html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style><body data-theme="${escapeHtml(theme)}">${body}</html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    },
  })
}

export const script = (source: string): Response =>
  new Response(source, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' },
  })

/** Formats minor units for display, such as `£20.00`. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: currency.toUpperCase() }).format(
    amount / 100,
  )
