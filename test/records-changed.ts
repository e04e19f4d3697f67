/** The number of audit rows of a write, which is one except for these. */
export const auditRowCounts: Readonly<Record<string, number>> = {
  // The bid, and the enquiry it opens.
  'bid.create': 2,
  // The payment, and the invoice it was allocated to.
  'payment.unallocate': 2,
  'payment.reverse': 2,
  // The tenancy, and the request that another person decides.
  'tenancy.requestObjectionReview': 2,
  // The payment, the payment that replaces it, and the invoice of each.
  'payment.correct': 4,
  // The tenancy, its unit, and the occupant who was recorded before.
  'tenancy.acceptTerms': 3,
  // The rent of the tenancy, and its open invoice.
  'invoice.correctRent': 2,
  'unit.split': 2,
  'unit.merge': 2,
  // The invitation, and the new account of the invited person.
  'invitation.accept': 2,
  // The removed record, and the one that replaced it.
  'location.merge': 2,
  'taxonomy_amenity.merge': 2,
  'taxonomy_property_type.merge': 2,
  'taxonomy_property_category.merge': 2,
  'taxonomy_unit_type.merge': 2,
  // Pieces of an upload change nothing; the end of the upload is logged. A code, a view of the text and opening a link are not logged either: signing
  // is.
  'agreement.ownSigningLink': 0,
  'agreementSign.sendCode': 0,
  'agreementSign.openText': 0,
  'thread.knock': 0,
  'thread.enter': 0,
  'inspection.knock': 0,
  'inspection.enter': 0,
  'media.start': 0,
  'media.chunk': 0,
  'media.cancel': 0,
  // The file and the one unit in it.
  'unit.importUnits': 2,
  'unit.undoImport': 2,
  // The sheet and the one property in it.
  'intake.importSheet': 2,
  'intake.undo': 2,
  // The sheet, the one tenancy in it, and its unit: reserved while its tenant is asked, or vacant again.
  'portfolio.importRows': 3,
  'portfolio.undo': 3,
  // The tenancy, its unit, and the draft of its lease.
  'tenancy.create': 3,
  // The tenancy, and the draft of the renewal.
  'tenancy.acceptRenewal': 2,
  'tenancy.recordRenewal': 2,
  // The tenancy, and the unit it takes or leaves; a transfer takes one and leaves another.
  'tenancy.activate': 2,
  'tenancy.withdraw': 2,
  'tenancyTerms.answerTerms': 2,
  'tenancy.end': 2,
  // In addition the move-out inspection of the old home and the move-in inspection of the new one.
  'tenancy.transfer': 6,
  // The tenancy, and the unit reserved for it.
  'tenancy.withdrawTransfer': 2,
  // The booking, its unit, and the move-in invoice.
  'booking.approve': 3,
  // The booking, its new tenancy, and the draft of its lease.
  'booking.confirmPayment': 3,
  // A code is only a step towards a change; the booking of the tour is logged.
  'tour.askCode': 0,
  // The tour, and the enquiry it belongs to.
  'tour.book': 2,
  // The form is logged when it is submitted.
  'inspection.ops': 0,
  'inspection.photo': 0,
  // The inspection, and the property it verifies.
  'inspection.decideVerification': 2,
  // The unit, and its occupant.
  'intake.moveBackIn': 2,
};
