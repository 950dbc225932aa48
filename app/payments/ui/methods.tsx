import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import {
  CARD_MARKS,
  type Method,
  type NotTaken,
  REMOTE_METHODS,
} from '#app/payments/rules/payment.ts'
import { cx } from '#app/web/ui/cx.ts'
import type { Provider } from './provider.ts'
import type { Wallets } from './use-wallets.ts'

type MethodsProps = {
  provider: Provider
  wallets: Wallets
  method: Method
  choose(method: Method): void
  /** The card's field, shown while the card is chosen. */
  children: ReactNode
}

/**
 * How to pay: the wallets' own buttons, then a card or another app, and what is not taken. Without
 * scripts the note above says what works.
 */
export function Methods({ provider, wallets, method, choose, children }: MethodsProps) {
  const t = useT()
  const { methods } = provider
  const choice = { chosen: method, choose, alone: methods.length === 1 }
  return (
    <div className="noscript:hidden">
      {/* No room is kept for them: most browsers have none. */}
      <div ref={wallets.box} className={wallets.shown ? 'mb-3' : 'invisible h-0'} />
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="for-ears">{t('pay:method.title')}</legend>
        <Choice {...choice} of="card" note={CARD_MARKS.join(' · ')} />
        {/* Only hidden, since it keeps what was typed. */}
        <div hidden={method !== 'card'}>{children}</div>
        {REMOTE_METHODS.filter((of) => methods.includes(of)).map((of) => (
          <Choice key={of} {...choice} of={of} note={t(`pay:method.note.${of}`)} />
        ))}
      </fieldset>
      <p className="mt-2 text-13 text-muted">
        {NOT_TAKEN.map((why) => (
          <Untaken key={why} why={why} of={provider.notTaken} />
        ))}
        <span>{t('pay:card.hint')}</span>
      </p>
    </div>
  )
}

const NOT_TAKEN: NotTaken[] = ['off', 'hold', 'inApp']

function Untaken({ why, of }: { why: NotTaken; of: Provider['notTaken'] }) {
  const t = useT()
  const methods = of.filter((one) => one.why === why).map((one) => t(`pay:method.${one.method}`))
  if (methods.length === 0) return null
  return <span>{t(`pay:method.not.${why}`, { methods: methods.join(t('pay:method.and')) })} </span>
}

type ChoiceProps = Pick<MethodsProps, 'choose'> & {
  of: Method
  note: string
  chosen: Method
  /** Whether there is nothing to choose. */
  alone: boolean
}

function Choice({ of, note, chosen, choose, alone }: ChoiceProps) {
  const t = useT()
  const line = (
    <>
      <span className="grow font-medium">{t(`pay:method.${of}`)}</span>
      <span className="text-13 text-muted">{note}</span>
    </>
  )
  if (alone) return <p className={ROW}>{line}</p>
  return (
    <label className={cx(ROW, 'min-h-11')}>
      <input
        type="radio"
        name="method"
        value={of}
        checked={chosen === of}
        onChange={() => choose(of)}
        className="size-6 shrink-0 accent-brand"
      />
      {line}
    </label>
  )
}

const ROW = 'flex flex-wrap items-center gap-x-3'
