import type { ReactNode } from 'react'
import type { Accounts } from '#app/console/service/books.server.ts'
import { Id, IdLink } from '#app/console/ui/kit.tsx'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import { kindWord, reasonWord, saleWord } from '#app/i18n/account-words.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { type Book, MOVEMENT_KINDS, type Totals } from '#app/payments/rules/book.ts'
import type { PaidOutside } from '#app/requests/rules/request.ts'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Section } from '#app/web/ui/page.tsx'
import { Table } from '#app/web/ui/table.tsx'

type BookProps = { book: Book } & Pick<Accounts, 'opening' | 'closing' | 'keptDeposits' | 'outside'>

/** A month: what moved the balance, and what for. */
export function BookParts({ book, opening, closing, keptDeposits, outside }: BookProps) {
  const t = useT()
  const { money } = useFormat()
  const vat = vatOf(book.sales) + vatOf(book.refunds)
  return (
    <>
      <Balance book={book} opening={opening} closing={closing} />
      <Section id="sales" title={t('admin:accounts.sales')}>
        <TotalsTable
          totals={book.sales}
          title={t('admin:accounts.sales')}
          corner={t('admin:accounts.product')}
          word={(name) => saleWord(t, name)}
          none={t('admin:accounts.noSales')}
        />
        {keptDeposits > 0 && (
          <p className="text-14 text-muted">
            {t('admin:accounts.keptDeposits', { amount: money(keptDeposits) })}
          </p>
        )}
      </Section>
      <Section id="refunds" title={t('admin:accounts.refunds')}>
        <TotalsTable
          totals={book.refunds}
          title={t('admin:accounts.refunds')}
          corner={t('admin:accounts.why')}
          word={(name) => reasonWord(t, name)}
          none={t('admin:accounts.noRefunds')}
        />
      </Section>
      <Section id="vat" title={t('admin:accounts.vatTitle')}>
        <p>
          {vat === 0
            ? t('admin:accounts.vatNone')
            : t('admin:accounts.vatDue', { amount: money(vat) })}
        </p>
      </Section>
      {Object.keys(outside).length > 0 && (
        <Section id="outside" title={t('admin:accounts.outside')}>
          <TotalsTable
            totals={outside}
            title={t('admin:accounts.outside')}
            corner={t('admin:accounts.why')}
            word={(name) => t(`admin:request.how.${name as PaidOutside['how']}`)}
            none=""
          />
        </Section>
      )}
      <Payouts book={book} />
      <Unmatched book={book} />
    </>
  )
}

const vatOf = (totals: Totals): number =>
  Object.values(totals).reduce((sum, { vat }) => sum + vat, 0)

/** Opening balance and movements come to the closing balance. */
function Balance({ book, opening, closing }: Pick<BookProps, 'book' | 'opening' | 'closing'>) {
  const t = useT()
  const { money } = useFormat()
  const amount = (pence: number | null) =>
    pence === null ? t('admin:accounts.unknown') : money(pence)
  return (
    <Card as="section" labelledBy="balance" className="figures max-w-text">
      <h2 id="balance" className="text-18">
        {t('admin:accounts.balance')}
      </h2>
      <Facts
        items={[
          { term: t('admin:accounts.opening'), detail: amount(opening) },
          ...MOVEMENT_KINDS.filter((kind) => kind !== 'other' || book.sums.other !== 0).map(
            (kind) => ({ term: kindWord(t, kind), detail: money(book.sums[kind]) }),
          ),
          { term: t('admin:accounts.closing'), detail: <strong>{amount(closing)}</strong> },
        ]}
      />
    </Card>
  )
}

type TotalsProps = {
  totals: Totals
  title: string
  corner: string
  word: (name: string) => string
  none: ReactNode
}

function TotalsTable({ totals, title, corner, word, none }: TotalsProps) {
  const t = useT()
  const { money } = useFormat()
  const entries = Object.entries(totals)
  if (entries.length === 0) return <p className="text-muted">{none}</p>
  const sum = entries.reduce(
    (all, [, { count, amount, vat }]) => ({
      ...{ count: all.count + count, amount: all.amount + amount, vat: all.vat + vat },
    }),
    { count: 0, amount: 0, vat: 0 },
  )
  const rowOf = (key: string, header: string, { count, amount, vat }: Totals[string]) => ({
    ...{ key, header, cells: [count, money(amount), money(vat)] },
  })
  return (
    <Table
      caption={title}
      captionHidden
      corner={corner}
      columns={(['count', 'gross', 'vat'] as const).map((key) => ({
        ...{ key, label: t(`admin:accounts.${key}`) },
      }))}
      rows={[
        ...entries.map(([name, total]) => rowOf(name, word(name), total)),
        rowOf('total', t('admin:accounts.total'), sum),
      ]}
    />
  )
}

function Payouts({ book: { payouts } }: { book: Book }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section id="payouts" title={t('admin:accounts.payouts')}>
      {payouts.length === 0 ? (
        <p className="text-muted">{t('admin:accounts.noPayouts')}</p>
      ) : (
        <Table
          caption={t('admin:accounts.payouts')}
          captionHidden
          stacks
          corner={t('admin:accounts.day')}
          columns={[
            { key: 'amount', label: t('admin:accounts.amount') },
            { key: 'arrives', label: t('admin:accounts.arrives') },
            { key: 'check', label: t('admin:accounts.check'), numeric: false },
          ]}
          rows={payouts.map(({ id, at, amount, arrives, is }) => ({
            key: id,
            header: format.date(at),
            cells: [
              format.money(amount),
              format.day(arrives),
              <span key="is" className={is === 'differs' ? 'font-semibold text-danger' : ''}>
                {t(`admin:accounts.payout.${is}`)}
              </span>,
            ],
          }))}
        />
      )}
    </Section>
  )
}

/** What is at Stripe and not with us, and the other way round. */
function Unmatched({ book: { unmatched, unmatchedCount, unpaid } }: { book: Book }) {
  const t = useT()
  const format = useFormat()
  const line = (key: string, at: number, amount: number, children: ReactNode) => (
    <li key={key} className="flex flex-wrap gap-x-3 p-3">
      <span>{format.dateTime(at)}</span>
      <span className="figures font-semibold">{format.money(amount)}</span>
      {children}
    </li>
  )
  const list = 'divide-y divide-line rounded-card border border-line bg-surface text-14'
  return (
    <Section id="unmatched" title={t('admin:accounts.unmatched')}>
      {unmatchedCount + unpaid.length === 0 && <p>{t('admin:accounts.allMatched')}</p>}
      {unmatchedCount > 0 && <p>{t('admin:accounts.unmatchedText')}</p>}
      {unmatchedCount > 0 && (
        <ul className={list}>
          {unmatched.map(({ id, at, amount, category, intentId }) =>
            line(
              id,
              at,
              amount,
              <>
                <span className="text-muted">{category}</span>
                {intentId ? (
                  <IdLink to={`/admin/payments/${intentId}`}>{intentId}</IdLink>
                ) : (
                  <Id id={id} />
                )}
              </>,
            ),
          )}
        </ul>
      )}
      {unmatchedCount > unmatched.length && (
        <p>{t('admin:accounts.more', { count: unmatchedCount - unmatched.length })}</p>
      )}
      {unpaid.length > 0 && <p>{t('admin:accounts.unpaidText')}</p>}
      {unpaid.length > 0 && (
        <ul className={list}>
          {unpaid.map(({ intentId, subjectId, amount, at }) =>
            line(intentId, at, amount, <IdLink to={pathOfSubject(subjectId)}>{subjectId}</IdLink>),
          )}
        </ul>
      )}
    </Section>
  )
}
