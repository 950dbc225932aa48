import { useFormat, useT } from '#app/i18n/context.tsx'
import type { RequestView } from '#app/requests/service/views.server.ts'

type RequestSumProps = {
  request: Pick<RequestView, 'lines' | 'amount' | 'fen' | 'fenPerPound' | 'note'>
}

/** The lines of a request and their sum; for postage also the sum in yuan, and the rate. */
export function RequestSum({ request }: RequestSumProps) {
  const t = useT()
  const format = useFormat()
  const { lines, amount, fen, fenPerPound, note } = request
  return (
    <div className="flex flex-col gap-3">
      {note && <p className="wrap-anywhere">{note}</p>}
      <table className="figures w-full border-collapse">
        <caption className="for-ears">{t('request:lines')}</caption>
        <tbody className="divide-y divide-line">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <tr key={at}>
              <th scope="row" className="wrap-anywhere py-2 text-left font-normal">
                {line.text}
              </th>
              <td className="py-2 pl-4 text-right">{format.money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line border-t">
            <th scope="row" className="py-2 text-left font-semibold">
              {t('request:sum')}
            </th>
            <td className="py-2 pl-4 text-right font-semibold">{format.money(amount)}</td>
          </tr>
        </tfoot>
      </table>
      {fen !== null && fenPerPound !== null && (
        <p className="figures text-14 text-muted">
          {t('request:yuan', {
            yuan: format.money(fen, 'cny'),
            rate: (fenPerPound / 100).toFixed(2),
          })}
        </p>
      )}
    </div>
  )
}
