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
    answerChallenge(call, id, result === 'complete' ? 'complete' : 'fail')
    world.afterCall()
  }
  const found = findChallenge(call, id)
  if (!found) return htmlPage(locale, 'Not found', '<h1>No such challenge</h1>', { status: 404 })
  if (found.challenge.outcome === 'open')
    return htmlPage(locale, texts[locale].challengeTitle, openForm(locale, found.intent))
  const done = `<p id="done" data-challenge="${escapeHtml(id)}">${texts[locale].challengeDone}</p><script src="${MOUNT}/challenge-done.js"></script>`
  return htmlPage(locale, texts[locale].challengeTitle, done)
}

/**
 * The page of Alipay or WeChat: pay now, refuse, or let it be processed. It then leads back with
 * what the real one adds to the address. Going back instead is leaving it unanswered.
 */
export async function remotePage(world: World, request: Request, id: string): Promise<Response> {
  const call = world.call({ publishable: true, key: null, requestId: null })
  const locale = localeOf(request.headers.get('Accept-Language'))
  const t = texts[locale]
  const found = findChallenge(call, id)
  if (!found) return htmlPage(locale, 'Not found', '<h1>No such payment</h1>', { status: 404 })
  const { intent, challenge } = found
  if (request.method === 'POST') {
    const result = (await request.formData()).get('result')
    answerChallenge(call, id, result === 'complete' || result === 'late' ? result : 'fail')
    world.afterCall()
    const to = new URL(challenge.returnTo ?? MOUNT)
    to.searchParams.set('payment_intent', intent.id)
    to.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
    to.searchParams.set('redirect_status', REDIRECT_STATUS[String(result)] ?? 'failed')
    return new Response(null, { status: 303, headers: { Location: to.href } })
  }
  const button = (result: string, label: string) =>
    `<button name="result" value="${result}" data-testid="remote-${result}">${label}</button>`
  const choices = [
    button('complete', t.remotePay),
    button('fail', t.remoteRefuse),
    button('late', t.remoteLate),
  ]
  const body = `<main><h1>${t.remoteTitle}</h1><p class="muted">${t.challengeIntro}</p>
<p>${t.challengeAmount}: <strong>${money(intent.amount, intent.currency)}</strong></p>
<form method="post" class="actions">${choices.join('')}</form></main>`
  return htmlPage(locale, t.remoteTitle, body)
}

const REDIRECT_STATUS: Record<string, string> = { complete: 'succeeded', late: 'pending' }

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
