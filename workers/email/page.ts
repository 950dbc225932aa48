/** A sent email; `at` is ISO 8601. */
export type SentEmail = {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  at: string
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/**
 * The sent emails, newest first, each as its recipient sees it, in a frame without any permissions.
 */
export function emailPage(emails: SentEmail[]): Response {
  const items = emails.map(
    ({ to, from, subject, text, html, headers, at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(at)} · ${escapeHtml(from)} → ${escapeHtml(to)}</p>
<iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>
<details><summary>As text, with headers</summary><pre>${escapeHtml(
        `${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}\n\n${text}`,
      )}</pre></details></article>`,
  )
  const page = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emails</title>
<style>body{font:16px/1.6 system-ui;margin:24px auto;max-width:720px;padding:0 16px;color-scheme:light dark}iframe{width:100%;height:420px;border:1px solid #8888;border-radius:8px}pre{white-space:pre-wrap;overflow-wrap:anywhere}h2{margin:24px 0 0;font-size:18px}p{margin:0 0 8px}</style>
<h1>Emails</h1><p><a href="/__dev/">Development tools</a> · <a href="/__dev/email">JSON</a></p>
${items.length ? items.join('') : '<p>None yet.</p>'}</html>`
  return new Response(page, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
