/** What a message to the operator can be about. */
export const enquiryTopics = ['order', 'payment', 'delivery', 'account', 'birthday', 'other'] as const
export type EnquiryTopic = (typeof enquiryTopics)[number]
