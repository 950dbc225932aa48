export const requestPath = (id: string): string => `/requests/${id}`
export const payPath = (id: string): string => `/pay/request-${id}`
