import { htmlLang, type Language } from '#app/i18n/languages.ts'
import type { Line, Ticket } from './notice-ticket.server.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const FONT = `system-ui,-apple-system,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif`
/** For mail clients with a dark mode, which cannot override inline colours. */
const DARK = `@media (prefers-color-scheme:dark){
.ground{background:#101513!important}.sheet{background:#19201d!important;border-color:#2e3833!important}
.ink{color:#ecf1ee!important}.muted,.muted a{color:#a3b0aa!important}.name{color:#5ccba4!important}
.ticket{background:#22302a!important}.rule{border-color:#3d4b45!important}
.taken{background:#5ccba4!important}.free{background:#19201d!important;border-color:#e8a15c!important}
.go{background:#5ccba4!important}.go a{color:#06251a!important}}`
const CELL = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const INK = '#1c2421'
const MUTED = '#56625d'
const BRAND = '#0b6b4f'
const SOFT = '#eaf4f0'
const LINE = '#dde3df'

type Parts = Record<
  'app' | 'title' | 'message' | 'open' | 'link' | 'why' | 'stop' | 'off' | 'first',
  string
>
type More = {
  ticket: Ticket | null
  lines: Line[]
  /** A second link, to the receipt. */
  paper: { label: string; link: string } | null
  language: Language
}

/**
 * One column with tables, `bgcolor` and inline styles, since many mail clients support nothing
 * else. Everything in `raw` and `ticket` is text, never markup.
 */
export function htmlOf(raw: Parts, { ticket, lines, paper, language }: More): string {
  const escaped = Object.entries(raw).map(([name, text]) => [name, escapeHtml(text)])
  const { app, title, message, open, link, why, stop, off, first } = Object.fromEntries(
    escaped,
  ) as Parts
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
<div style="display:none;max-height:0;overflow:hidden">${first}</div>
<table width="100%" ${CELL} bgcolor="#fafaf7" class="ground" style="background:#fafaf7">
<tr><td align="center" style="padding:16px 12px">
<table width="100%" ${CELL} style="max-width:560px;font-family:${FONT};line-height:1.6;text-align:left">
<tr><td class="name" style="padding:0 4px 8px;font-size:16px;font-weight:700;color:${BRAND}">${app}</td></tr>
<tr><td class="sheet" bgcolor="#ffffff" style="padding:16px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">
${ticket ? ticketHtml(ticket) : ''}<h1 class="ink" style="margin:0 0 8px;font-size:20px;line-height:1.4;color:${INK}">${title}</h1>
${linesHtml(lines)}<p class="ink" style="margin:0 0 16px;font-size:16px;white-space:pre-line;color:${INK}">${message}</p>
<table ${CELL}><tr><td class="go" bgcolor="${BRAND}" style="border-radius:12px;background:${BRAND}"><a href="${link}" style="display:block;padding:12px 24px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${open}</a></td></tr></table>${paper ? paperHtml(paper) : ''}
</td></tr>
<tr><td class="muted" style="padding:12px 4px 0;font-size:13px;color:${MUTED}">${why}${stop && `<br><a href="${off}" style="color:${MUTED}">${stop}</a>`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const paperHtml = ({ label, link }: NonNullable<More['paper']>): string =>
  `<p class="muted" style="margin:12px 0 0;font-size:14px"><a href="${escapeHtml(link)}" style="color:${MUTED}">${escapeHtml(label)}</a></p>`

/** The time large at the left; day, name, price and seats at its right. */
function ticketHtml({ time, zone, day, name, price, seats }: Ticket): string {
  const small = (text: string) =>
    `<div class="muted" style="font-size:13px;color:${MUTED}">${escapeHtml(text)}</div>`
  const side = [
    day && small(day),
    `<div class="ink" style="font-size:16px;font-weight:600;color:${INK};word-break:keep-all;overflow-wrap:anywhere">${escapeHtml(name)}</div>`,
    price &&
      `<div class="ink" style="font-size:16px;font-weight:600;color:${INK}">${escapeHtml(price)}</div>`,
    seats && small(seats.words) + seatsHtml(seats),
  ]
  const big = `<div class="ink" style="font-size:${zone ? 28 : 20}px;line-height:1.2;font-weight:700;color:${INK};white-space:nowrap">${escapeHtml(time)}</div>`
  return `<table width="100%" ${CELL} bgcolor="${SOFT}" class="ticket" style="margin:0 0 16px;background:${SOFT};border-radius:12px"><tr>
<td valign="top" class="rule" style="width:1%;padding:12px;border-right:2px dashed #b9c7c0">${big}${zone ? small(zone) : ''}</td>
<td valign="top" style="padding:12px">${side.filter(Boolean).join('')}</td>
</tr></table>
`
}

/** The words beside them repeat the figures: some clients show no background. */
function seatsHtml({ taken, of }: NonNullable<Ticket['seats']>): string {
  const cell = (isTaken: boolean) =>
    isTaken
      ? `<td class="taken" bgcolor="${BRAND}" style="width:16px;height:16px;border:1px solid ${BRAND};border-radius:4px;background:${BRAND};font-size:0">&nbsp;</td>`
      : `<td class="free" bgcolor="#ffffff" style="width:16px;height:16px;border:1px dashed #b45309;border-radius:4px;background:#ffffff;font-size:0">&nbsp;</td>`
  const cells = Array.from({ length: of }, (_, i) => cell(i < taken))
  return `<table ${CELL} aria-hidden="true" style="margin-top:4px;border-collapse:separate"><tr>${cells.join('<td style="width:4px;font-size:0">&nbsp;</td>')}</tr></table>`
}

/** What was paid, line by line. */
function linesHtml(lines: Line[]): string {
  if (lines.length === 0) return ''
  const row = ({ label, value }: Line) =>
    `<tr><td class="muted" style="padding:4px 0;font-size:14px;color:${MUTED}">${escapeHtml(label)}</td><td align="right" class="ink" style="padding:4px 0;font-size:16px;font-weight:600;color:${INK};white-space:nowrap">${escapeHtml(value)}</td></tr>`
  return `<table width="100%" ${CELL} class="rule" style="margin:0 0 12px;border-top:1px solid ${LINE};border-bottom:1px solid ${LINE}">${lines.map(row).join('')}</table>
`
}
