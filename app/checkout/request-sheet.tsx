import { useFormat, useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import type { RequestView } from '#app/requests/service/views.server.ts'
import { requestPath } from '#app/requests/ui/paths.ts'
import { RequestSum } from '#app/requests/ui/request-sum.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'

type RequestSheetProps = { request: RequestView; provider: Provider }

/** Money that an administrator asks for: its lines, the card, and the one button that pays. */
export function RequestSheet({ request, provider }: RequestSheetProps) {
  const t = useT()
  const amount = useFormat().money(request.amount)
  const closeTo = requestPath(request.id)
  return (
    <PaymentDialog
      title={t('request:pay.title', { what: requestKind(t, request.what) })}
      closeTo={closeTo}
      provider={provider}
      amount={request.amount}
      begun={request.begun}
      submit={t('request:pay.submit', { amount })}
      kept={t('request:pay.kept')}
      about={
        <>
          <RequestSum request={request} />
          <p className="text-14 text-muted">{t('request:pay.once', { amount })}</p>
        </>
      }
      leave={() => (
        <LinkButton to={closeTo} variant="quiet" small>
          {t('request:pay.later')}
        </LinkButton>
      )}
    />
  )
}
