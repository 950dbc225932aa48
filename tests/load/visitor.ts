/** A visitor as most come: she may be given the page of another visitor (decision 0024). */
export const VISITOR = { Cookie: 'language=zh' }
/**
 * A visitor whose page is made for her alone, since she brings a cookie that could mean anything.
 */
export const ALONE = { Cookie: 'language=zh; alone=1' }
