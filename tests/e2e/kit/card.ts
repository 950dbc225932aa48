import type { Page } from '@playwright/test'

/** Test cards (docs/stand-ins.md). */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  asksBank: '4000002760003184',
} as const

const frame = (page: Page) => page.frameLocator('[data-testid=stripe-card-frame]')

/** Where the number is typed. */
export const cardNumber = (page: Page) => frame(page).getByTestId('card-number')

/** Types a card into the provider's own field. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const field = frame(page)
  await cardNumber(page).fill(number)
  await field.getByTestId('card-expiry').fill('12 / 40')
  await field.getByTestId('card-cvc').fill('123')
}

/** Answers the bank's challenge. */
export async function answerBank(page: Page, answer: 'complete' | 'fail'): Promise<void> {
  await page.frameLocator('[data-testid=stripe-3ds-frame]').getByTestId(`3ds-${answer}`).click()
}
