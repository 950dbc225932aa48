DROP INDEX `carpools_wished`;--> statement-breakpoint
ALTER TABLE `carpools` DROP COLUMN `wish_slot`;