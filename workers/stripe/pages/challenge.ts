import { answerChallenge, findChallenge } from '#workers/stripe/three-d-secure.ts'
import { MOUNT, type World } from '#workers/stripe/world.ts'
import { escapeHtml, htmlPage, money } from './html.ts'
import { localeOf, texts } from './text.ts'

/**
 * The bank's page: two buttons in a plain form. GET shows it, POST `result=complete
 * fail` answers it.
 */
export async function challengePage(world: World, request: Request, id: string): Promise<Response> {
  const call = world.call({ publishable: true, key: null, requestId: null })
  const locale = localeOf(
    new URL(request.url).searchParams.get('locale') ?? request.headers.get('Accept-Language'),
  )
  if (request.method === 'POST') {
    const result = (await request.formData()).get('result')
    answerChallenge(call, id, result === 'complete')
    world.afterCall()
  }
  const found = findChallenge(call, id)
  if (!found) return htmlPage(locale, 'Not found', '<h1>No such challenge</h1>', { status: 404 })
  if (found.challenge.outcome === 'open')
    return htmlPage(locale, texts[locale].challengeTitle, openForm(locale, found.intent))
  const done = `<p id="done" data-challenge="${escapeHtml(id)}">${texts[locale].challengeDone}</p><script src="${MOUNT}/challenge-done.js"></script>`
  return htmlPage(locale, texts[locale].challengeTitle, done)
}

function openForm(
  locale: 'zh' | 'en',
  intent: { object: string; amount?: number; currency?: string },
): string {
  const t = texts[locale]
  const amount =
    intent.amount !== undefined && intent.currency
      ? `<p>${t.challengeAmount}: <strong>${money(intent.amount, intent.currency)}</strong></p>`
      : ''
  return `<main><h1>${t.challengeTitle}</h1><p class="muted">${t.challengeIntro}</p>${amount}
<form method="post" class="actions">
<button class="main" name="result" value="complete" data-testid="3ds-complete">${t.complete}</button>
<button name="result" value="fail" data-testid="3ds-fail">${t.fail}</button></form></main>`
}
