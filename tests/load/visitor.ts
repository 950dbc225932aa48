/** A typical visitor, who may be served another visitor's page (decision 0016). */
export const VISITOR = { Cookie: 'language=zh' }
/** A visitor whose page is made individually, because of an unknown cookie. */
export const ALONE = { Cookie: 'language=zh; alone=1' }
