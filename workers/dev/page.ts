import { clockOffsetSeconds, devClock } from './clock.ts'
import { type DevEnv, smsStandIn } from './runtime.ts'

type Message = { to: string; body: string; code: string | null; at: string }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const STEPS = [
  ['15 minutes', 900],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['3 days', 259_200],
] as const

/** The index of development's tools: messages, clock, Stripe. */
export async function devPage(request: Request, env: DevEnv): Promise<Response> {
  const answer = await smsStandIn(env).fetch(new Request(new URL('/sms', request.url)))
  const { items } = (await answer.json()) as { items: Message[] }
  const rows = items
    .slice(0, 20)
    .map(
      (m) =>
        `<tr><td>${escapeHtml(m.at)}<td>${escapeHtml(m.to)}<td><code>${escapeHtml(m.code ?? '')}</code><td>${escapeHtml(m.body)}`,
    )
  const steps = STEPS.map(
    ([label, seconds]) => `<button name="advanceSeconds" value="${seconds}">+ ${label}</button>`,
  )
  const html = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Development tools</title>
<style>body{font:16px/1.6 system-ui;margin:24px auto;max-width:960px;padding:0 16px;color-scheme:light dark}table{border-collapse:collapse}td{padding:4px 12px 4px 0;vertical-align:top}button{font:inherit;padding:8px 12px;margin:0 8px 8px 0}</style>
<h1>Development tools</h1>
<p><a href="/neighbourhelp/">The product</a> · <a href="/api/docs">API</a> · <a href="/__dev/email/">Emails</a> · <a href="/__dev/stripe/">Stripe stand-in</a></p>
<h2>Clock</h2><p>${new Date(devClock.now()).toISOString()} (moved by ${clockOffsetSeconds()} s)</p>
<form method="post" action="/__dev/clock">${steps.join('')}<button name="advanceSeconds" value="0">Do what is due</button></form>
<h2>Messages</h2>${rows.length ? `<table>${rows.join('')}</table>` : '<p>None yet.</p>'}
<h2>Test cards</h2><p>4242 4242 4242 4242 pays · 4000 0027 6000 3184 asks for 3-D Secure · 4000 0000 0000 0002 is declined. Any future expiry, any CVC.</p></html>`
  return new Response(html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
