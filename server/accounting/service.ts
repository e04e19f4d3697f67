/** The work of an accountant: reconciliation worksheets, client-money certificates and the closing of a month. */
export { listCertificates, makeCertificate, makeCertificateLink, readClientMoney } from './client-money.ts';
export { makeWorksheetPdfLink } from './worksheet-pdf.ts';
export { decideWorksheet, listAccountsToReconcile, listWorksheets, prepareWorksheet, readWorksheet } from './worksheets.ts';
