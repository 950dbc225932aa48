import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Hourglass } from '#app/web/ui/icon.tsx'
import { useGentleRefresh } from './use-refresh.ts'

const LOOK_AGAIN_MS = 4000

type ViewProps = { closeTo: string; text: string }

/**
 * The time to pay is over and the bank is being asked: nothing can be paid until it has answered.
 */
export function CheckingView({ closeTo, text }: ViewProps) {
  const t = useT()
  useGentleRefresh(LOOK_AGAIN_MS)
  return (
    <DialogRoute
      title={t('pay:checking.title')}
      closeTo={closeTo}
      footer={
        <LinkButton to="" wide>
          {t('pay:checking.check')}
        </LinkButton>
      }
    >
      <Banner tone="info" icon={Hourglass} role="status">
        {text}
      </Banner>
    </DialogRoute>
  )
}

type GoneProps = ViewProps & {
  title: string
  back: string
  /** The button to start again. */
  again: ReactNode
}

/** The thing to be paid for is no longer held. */
export function GoneView({ closeTo, text, title, back, again }: GoneProps) {
  return (
    <DialogRoute
      title={title}
      closeTo={closeTo}
      footer={
        <>
          <LinkButton variant="secondary" to={closeTo}>
            {back}
          </LinkButton>
          {again}
        </>
      }
    >
      <p>{text}</p>
    </DialogRoute>
  )
}
