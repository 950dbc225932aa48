import { withBase } from '#app/http/return-to.server.ts'
import { htmlLang, type Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { NoticeWords } from './notice-texts.server.ts'

/** Where students turn emails off: the switch in their profile. */
export const EMAIL_SWITCH = '/profile#info'

export type Mail = { subject: string; text: string; html: string; headers: Record<string, string> }

/**
 * A notice as an email: the same words, a link to its page, and how to turn emails off. `siteUrl`
 * is an origin.
 */
export function renderNoticeMail(words: NoticeWords, language: Language, siteUrl: string): Mail {
  const t = getT(language)
  const off = siteUrl + withBase(EMAIL_SWITCH)
  const why = t('notices:email.why', { app: t('common:appName') })
  const { title, message, to, open } = words
  const stop = { text: t('notices:email.stop'), off }
  const mail = renderMail({ title, message, to, open, why, stop, language, siteUrl })
  return { ...mail, headers: { 'List-Unsubscribe': `<${off}>` } }
}

type Words = Pick<NoticeWords, 'title' | 'message' | 'to' | 'open'> & {
  /** Why this email was sent. */
  why: string
  /** How to stop such emails; left out if only one is ever sent. */
  stop?: { text: string; off: string }
  language: Language
  /** An origin. */
  siteUrl: string
}

/** An email with a single link. */
export function renderMail({
  title,
  message,
  to,
  open,
  why,
  stop,
  language,
  siteUrl,
}: Words): Mail {
  const app = getT(language)('common:appName')
  const link = siteUrl + withBase(to)
  return {
    // A trip's name is user input.
    subject: title.replace(/\s+/g, ' ').trim(),
    text: `${message}\n\n${open}: ${link}\n\n--\n${why}\n${stop ? `${stop.text}: ${stop.off}\n` : ''}`,
    html: htmlOf({
      language,
      app,
      title,
      message,
      open,
      link,
      why,
      stop: stop?.text ?? '',
      off: stop?.off ?? '',
    }),
    headers: {},
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const FONT = `system-ui,-apple-system,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif`
/** For mail clients with a dark mode: they need their own colours, since inline ones would stay. */
const DARK = `@media (prefers-color-scheme:dark){
.ground{background:#101513!important}.sheet{background:#19201d!important;border-color:#2e3833!important}
.ink{color:#ecf1ee!important}.muted,.muted a{color:#a3b0aa!important}.name{color:#5ccba4!important}
.go{background:#5ccba4!important;color:#06251a!important}}`

type Parts = Record<'app' | 'title' | 'message' | 'open' | 'link' | 'why' | 'stop' | 'off', string>

/** One column, with tables and inline styles, since many mail clients support nothing else. */
function htmlOf({ language, ...raw }: Parts & { language: Language }): string {
  const escaped = Object.entries(raw).map(([name, text]) => [name, escapeHtml(text)])
  const { app, title, message, open, link, why, stop, off } = Object.fromEntries(escaped) as Parts
  return `<!DOCTYPE html>
<html lang="${htmlLang[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#fafaf7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#fafaf7">
<tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${FONT};line-height:1.6;text-align:left">
<tr><td class="name" style="padding:0 4px 12px;font-size:18px;font-weight:700;color:#0b6b4f">${app}</td></tr>
<tr><td class="sheet" style="padding:24px 20px;background:#ffffff;border:1px solid #dde3df;border-radius:12px">
<h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:1.4;color:#1c2421">${title}</h1>
<p class="ink" style="margin:0 0 20px;font-size:16px;color:#1c2421">${message}</p>
<a href="${link}" class="go" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#0b6b4f;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${open}</a>
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;font-size:13px;color:#56625d">${why}${stop && `<br><a href="${off}" style="color:#56625d">${stop}</a>`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
