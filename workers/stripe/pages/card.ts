import { MOUNT } from '#workers/stripe/world.ts'
import { escapeHtml, htmlPage } from './html.ts'
import { localeOf, texts, zhErrors } from './text.ts'

const STYLE = `<style>
html,body{margin:0;padding:0;max-width:none;background:transparent}

body[data-theme=night]{--ink:#ecf1ee;--muted:#a3b0aa;--line:#2e3833;--brand:#5ccba4;--danger:#ff9c94;color-scheme:dark}
body[data-theme=stripe]{--ink:#1c2421;--muted:#56625d;--line:#dde3df;--brand:#0b6b4f;--danger:#b3261e;color-scheme:light}
form{display:grid;grid-template-columns:minmax(0,1fr) 5em 3.5em;gap:4px}
input{box-sizing:border-box;width:100%;height:20px;min-height:0;padding:0 4px;background:transparent;color:var(--ink);border:0;border-radius:0;font-variant-numeric:tabular-nums}
input::placeholder{color:var(--muted);opacity:1}
input:focus{outline:2px solid var(--brand);outline-offset:-2px}
input[aria-invalid=true]{color:var(--danger)}
</style>`

/**
 * The card form, in its own frame: one line, as tall as the real one. Its fields have the real
 * one's names and autocomplete.
 */
export function cardPage(url: URL): Response {
  const locale = localeOf(url.searchParams.get('locale'))
  const t = texts[locale]
  const theme = url.searchParams.get('theme') ?? ''
  const errors = JSON.stringify({ ...t, ...(locale === 'zh' ? zhErrors : {}) })
  const field = (name: string, label: string, rest: string) =>
    `<input name="${name}" aria-label="${escapeHtml(label)}" inputmode="numeric" autocorrect="off" spellcheck="false" ${rest}>`
  const body = `${STYLE}<form data-texts="${escapeHtml(errors)}" data-base="${MOUNT}/" autocomplete="on" novalidate>
${field('cardnumber', t.number, 'autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23" data-testid="card-number"')}
${field('exp-date', t.expiry, `autocomplete="cc-exp" placeholder="${escapeHtml(t.expiryShort)}" maxlength="9" data-testid="card-expiry"`)}
${field('cvc', t.cvc, 'autocomplete="cc-csc" placeholder="CVC" maxlength="4" data-testid="card-cvc"')}
</form><script src="${MOUNT}/card.js"></script>`
  return htmlPage(locale, t.frameTitle, body, { theme })
}
