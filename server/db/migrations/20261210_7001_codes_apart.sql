-- A code is made of its row's number: payouts and their transfers counted from one each, so that in one file for the bank TRF- and STL- of the same
-- letters were two payees. Transfers count from elsewhere; those that were made keep their codes.
alter sequence settlement_transaction_id_seq restart with 200000001;
